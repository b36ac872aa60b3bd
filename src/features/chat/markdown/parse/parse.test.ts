import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { mathFromMarkdown } from './math/math-nodes.ts'
import { mathSyntax } from './math/math-syntax.ts'
import { parser } from './parse.ts'

/** Parses with all GFM constructs, whatever the text contains. */
const readWhole = (source: string) =>
  fromMarkdown(source, {
    extensions: [gfm(), mathSyntax],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown],
  }).children

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
    // The results of these texts follow CommonMark.
    ['a**"b"**c', []],
    ['2 ** 3 and 4 ** 5', []],
  ])('parses the emphasis of %s', (source, wanted) => {
    const [paragraph] = parser.blocks(source)
    const children = paragraph?.type === 'paragraph' ? paragraph.children : []
    const marked = children.flatMap((node) =>
      node.type === 'strong' || node.type === 'emphasis' ? node.children : [],
    )
    expect(marked.map((node) => node.type === 'text' && node.value)).toEqual(wanted)
  })
})
