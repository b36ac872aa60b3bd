import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { mathFromMarkdown, mathSyntax } from './math/math-syntax.ts'
import { parser } from './parse.ts'

const readWhole = (source: string) =>
  fromMarkdown(source, {
    extensions: [gfm(), mathSyntax],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown],
  }).children

const toString = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(toString).join('') : ''

/** Lists the URLs of links in order, and the text of each strikethrough after a `~`. */
function marksIn(source: string): string[] {
  const found: string[] = []
  const visit = (node: Nodes) => {
    if (node.type === 'link') found.push(node.url)
    if (node.type === 'delete') found.push(`~${toString(node)}`)
    if (node.type === 'strong') found.push(`**${toString(node)}`)
    if ('children' in node) node.children.forEach(visit)
  }
  parser.blocks(source).forEach(visit)
  return found
}

function cellsOfLastRow(source: string): string[] | undefined {
  const [table] = parser.blocks(source)
  return table?.type === 'table' ? table.children.at(-1)?.children.map(toString) : undefined
}

describe('parser', () => {
  it.each([
    'See www.a.example/b and WWW.c.example.',
    'See http://a.example, HTTPS://b.example and ftp://c.example.',
    'Write to a@b.example or a\\@b.example.',
    'References: a&#64;b.example, &#119;ww.a.example, &#x68;ttp://a.example.',
    'Over w\\ww.a.example and ht**tp://a**.example.',
    'A word, `code`, ~~struck~~, [a link](/b), $x$ and [^1].\n\n[^1]: A note.',
    'a | b\n-|-\nc | d',
    'a\n:-\nb',
    'a\n-:\nb\n\nc@d.example',
    'a\n-\nb',
    '- [x] done\n- [ ] open\n\n| a | b |\n| - | - |\n| c | d |',
  ])('finds the same nodes as the complete parser in %j', (source) => {
    expect(parser.blocks(source)).toEqual(readWhole(source))
  })

  it.each([
    ['**注意：**后面', ['注意：']],
    ['这是**“重点”**的内容', ['“重点”']],
    ['请看**（括号）**字', ['（括号）']],
    ['**句子。**下一句', ['句子。']],
    ['これは**「重要」**です', ['「重要」']],
    ['**안녕(hello)**은', ['안녕(hello)']],
    ['*斜体：*后面', ['斜体：']],
    ['a**"b"**c', []],
    ['2 ** 3 and 4 ** 5', []],
  ])('parses emphasis: %s', (source, wanted) => {
    const [paragraph] = parser.blocks(source)
    const children = paragraph?.type === 'paragraph' ? paragraph.children : []
    const marked = children.flatMap((node) =>
      node.type === 'strong' || node.type === 'emphasis' ? node.children : [],
    )
    expect(marked.map((node) => node.type === 'text' && node.value)).toEqual(wanted)
  })

  it.each([
    ['访问 https://example.com/docs（中文说明）了解更多', ['https://example.com/docs']],
    ['访问https://example.com/docs了解更多', ['https://example.com/docs']],
    ['请看https://example.com查看', ['https://example.com']],
    ['PR：https://github.com/a/b/pull/45，涵盖', ['https://github.com/a/b/pull/45']],
    ['**https://a.example/8**。做', ['**https://a.example/8', 'https://a.example/8']],
    ['https://ja.example/path、次に', ['https://ja.example/path']],
    ['https://example.com에서 확인', ['https://example.com']],
    ['www.example.com。另外 mail@a.example。', ['http://www.example.com', 'mailto:mail@a.example']],
    ['见www.example.com，好', ['http://www.example.com']],
    [
      '见https://a.example/x。然后（https://b.example/y）“https://c.example/z”',
      ['https://a.example/x', 'https://b.example/y', 'https://c.example/z'],
    ],
    ['https://a.example/x！ｗ https://a.example/ｗ', ['https://a.example/x', 'https://a.example/']],
    [
      '(https://b.example/y)中文 [https://a.example/z]。',
      ['https://b.example/y', 'https://a.example/z'],
    ],
    ['（https://en.wikipedia.org/wiki/A_(b)）', ['https://en.wikipedia.org/wiki/A_(b)']],
    [
      '«https://a.example/x» et https://a.example/y——后',
      ['https://a.example/x', 'https://a.example/y'],
    ],
    [
      '[见 https://a.example/x。然后https://b.example/y',
      ['https://a.example/x', 'https://b.example/y'],
    ],
    [
      'https://a.example/𠀀字 https://a.example/b?q=1&r=2；',
      ['https://a.example/', 'https://a.example/b?q=1&r=2'],
    ],
    [
      'https://a.example/x، ثم https://b.example/y؟',
      ['https://a.example/x', 'https://b.example/y'],
    ],
    ['देखें https://a.example/x। फिर', ['https://a.example/x']],
    [
      '【https://a.example/x】，《https://b.example/y》',
      ['https://a.example/x', 'https://b.example/y'],
    ],
    [
      'http://localhost:3000/a，然后 https://a.example/a?b=c#d，e',
      ['http://localhost:3000/a', 'https://a.example/a?b=c#d'],
    ],
    ['https://a.example/x… https://b.example/y...', ['https://a.example/x', 'https://b.example/y']],
    // The letters after `/wiki/` belong to the URL.
    ['https://zh.wikipedia.org/wiki/中国。然后', ['https://zh.wikipedia.org/wiki/中国']],
    ['https://日本語.jp、次', ['https://日本語.jp']],
    ['<https://a.example/中文>', ['https://a.example/中文']],
    ['[标签](https://a.example/中文)', ['https://a.example/中文']],
    ['以http://或https://开头', []],
  ])('ends bare addresses before Chinese, Japanese or Korean text: %j', (source, wanted) => {
    expect(marksIn(source)).toEqual(wanted)
  })

  it.each([
    ['~~删除。~~后面 ~~ok~~ 和 ~~“引用”~~文字', ['~删除。', '~ok', '~“引用”']],
    [
      '~~日本語（注）~~です 价格~~（旧）~~新 ~~한국어。~~입니다',
      ['~日本語（注）', '~（旧）', '~한국어。'],
    ],
    ['~~`code`。~~后 10~20元~~旧~~ ~a~', ['~code。', '~旧']],
    ['~~**粗**。~~后', ['~粗。', '**粗']],
  ])('strikes out text next to Chinese, Japanese or Korean punctuation: %j', (source, wanted) => {
    expect(marksIn(source)).toEqual(wanted)
  })

  it.each([
    ['| $|x|$ | 2 |', ['|x|', '2']],
    ['| \\(|y|\\) | 3 |', ['|y|', '3']],
    ['| `a|b` | 4 |', ['a|b', '4']],
    ['| $P(A|B)$ | $ |x| $ |', ['P(A|B)', '|x|']],
    ['| $$|z|$$ | ``c|d`` |', ['|z|', 'c|d']],
    ['|\t$|x|$ | a \\| b |', ['|x|', 'a | b']],
    ['|$5|$6|', ['$5', '$6']],
    ['|$a|$b|', ['$a', '$b']],
    ['| `a | b` |', ['`a', 'b`']],
  ])('keeps pipes inside formulas and code in the row %j', (row, wanted) => {
    expect(cellsOfLastRow(`| f | v |\n|---|---|\n${row}`)).toEqual(wanted)
  })

  it.each([
    ['| $|x|$ | v |', ['|x|', 'v']],
    ['a $x|y$ | b', ['a x|y', 'b']],
    ['| `a|b` |', ['`a', 'b`']],
  ])('keeps pipes inside formulas in the first row %j', (row, wanted) => {
    expect(cellsOfLastRow(`${row}\n|---|---|`)).toEqual(wanted)
  })
})
