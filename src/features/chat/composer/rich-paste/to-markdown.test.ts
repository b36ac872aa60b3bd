// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { toMarkdownText } from './to-markdown.ts'

const cases: readonly [what: string, html: string, markdown: string][] = [
  [
    'headings, bold, italic, deleted text and code',
    '<h2>Glaze</h2><p>A <b>very</b> <i>thin</i> <del>thick</del> coat of <code>A_1</code></p>',
    '## Glaze\n\nA **very** *thin* ~~thick~~ coat of `A_1`',
  ],
  [
    'links to the web, but not scripts and relative links',
    '<p><a href="https://example.org/a_(b)">Clay</a> <a href="javascript:x()">run</a> <a href="/x">here</a> <a href="https://example.org/">https://example.org/</a></p>',
    '[Clay](https://example.org/a_%28b%29) run here https://example.org/',
  ],
  [
    'nested and numbered lists',
    '<ul><li>Clay<ol><li>Red</li><li>White</li></ol></li><li>Sand</li></ul>',
    '- Clay\n  1. Red\n  2. White\n- Sand',
  ],
  [
    'pictures as their alternative text, without loading them',
    '<p>Before <img src="https://example.org/a.png" alt="a kiln"> after</p>',
    'Before a kiln after',
  ],
  ['code blocks', '<pre><code>let a = 1\nlet b = 2</code></pre>', '```\nlet a = 1\nlet b = 2\n```'],
  [
    'characters such as _ and * without a backslash before them',
    '<p>snake_case_name and 2 * 3 [x] <b>now</b></p>',
    'snake_case_name and 2 * 3 [x] **now**',
  ],
  [
    'headings, bold text and lists of Google Docs',
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400">Plan</span></h1><p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400;font-style:normal"> and </span><span style="font-style:italic">slanted</span></p><ul><li dir="ltr" aria-level="1"><p role="presentation"><span>One</span></p></li><li dir="ltr" aria-level="1"><p role="presentation"><span>Two</span></p></li></ul></b>',
    '# Plan\n\n**Bold** and *slanted*\n\n- One\n- Two',
  ],
  [
    'visible text without hidden text',
    '<p style="display: none">Preheader</p><p style="display:none!important">Row</p><p style="list-style: none">Kiln <b>two</b></p>',
    'Kiln **two**',
  ],
  [
    'lists of Word',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style></head><body><!--StartFragment--><p class=MsoNormal><b>Steps</b><o:p></o:p></p><p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Wedge<o:p></o:p></p><p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Well</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>Throw</p><!--EndFragment--></body></html>`,
    '**Steps**\n\n1. Wedge\n   - Well\n2. Throw',
  ],
  [
    'cells of Excel',
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--td {padding:0}--></style></head><body><table border=0 cellpadding=0 style='border-collapse:collapse'><col width=64><!--StartFragment--><tr height=20><td height=20>Clay</td><td>Cone | max</td></tr><tr><td>Red</td><td align=right>04</td></tr><!--EndFragment--></table></body></html>`,
    '| Clay | Cone \\| max |\n| - | -: |\n| Red | 04 |',
  ],
  [
    'tables of Google Docs, whose cells have paragraphs',
    '<table><tbody><tr><td><p>Clay</p><p>body</p></td><td><p>Cone</p></td></tr><tr><td><p>Red</p></td><td><p><span style="font-weight:700">4</span></p></td></tr></tbody></table>',
    '| Clay body | Cone |\n| - | - |\n| Red | **4** |',
  ],
  [
    'bold text with spaces at its ends, and bold text before a letter',
    '<p>a<b> very </b>thin <b>coat:</b>now</p>',
    'a **very** thin **coat:**now',
  ],
  [
    'line breaks, including those in elements that keep white space',
    '<div style="white-space: pre-wrap">one\ntwo <b>three</b></div><p>four<br>five</p>',
    'one\ntwo **three**\n\nfour\nfive',
  ],
  [
    'lines of a code editor to a code block',
    '<div style="color:#ccc;font-family:Consolas, monospace;white-space:pre;"><div><span style="color:red">if</span> (a) {</div><div>&nbsp; b()</div><br><div>}</div></div>',
    '```\nif (a) {\n  b()\n\n}\n```',
  ],
]

describe('toMarkdownText', () => {
  it.each(cases)('converts %s', async (_what, html, markdown) => {
    expect(await toMarkdownText(html)).toBe(markdown)
  })

  it('takes linear time for 20,000 unfinished tags', async () => {
    const text = await toMarkdownText(`<p><b>A</b></p>${'<a style='.repeat(20_000)}`)
    expect(text).toContain('**A**')
  })
})
