// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { advance, finish } from '../streaming/blocks.ts'
import { emptyMarkdown } from '../streaming/markdown-text.ts'
import { Markdown } from './markdown.tsx'
import { InlineHighlighter } from '../extras/highlighter.fixture.ts'

beforeAll(() => void vi.stubGlobal('Worker', InlineHighlighter))
afterEach(cleanup)

const isShown = (words: string) => screen.getByText(words).closest('[hidden]') === null

const aligned = (words: string) =>
  screen.getByText(words).closest<HTMLElement>('[data-align]')?.dataset['align']

const draw = (text: string) =>
  render(<Markdown markdown={finish(emptyMarkdown, text)} />).container
    .firstElementChild as HTMLElement

/** Returns the text, the number of columns and the alignment of each cell with a role. */
const describeCells = (role: 'columnheader' | 'cell') =>
  screen
    .getAllByRole<HTMLTableCellElement>(role)
    .map(({ textContent, colSpan, dataset }) => [textContent, colSpan, dataset['align']].join(' '))

describe('Markdown', () => {
  it.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:x)',
    '[a](&#106;avascript:alert(1))',
    '[a](java\tscript:alert(1))',
    '<javascript:alert(1)>',
    '[a][b]\n\n[b]: javascript:alert(1)',
    '[a](/relative)',
    '[a](//elsewhere.example)',
  ])('does not link to %j', (text) => {
    draw(text)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('opens links in a new tab without a referrer or opener', () => {
    draw('[site](https://example.com/a) and <mailto:a@b.example>')
    const link = screen.getByRole('link', { name: 'site' })
    expect(link.getAttribute('href')).toBe('https://example.com/a')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(screen.getAllByRole('link')).toHaveLength(2)
  })

  it('shows unsupported HTML as text', () => {
    const html =
      '<img src=x onerror=alert(1)>\n\nand <b onclick="x()">bold</b> <script>alert(1)</script>'
    const box = draw(html)
    expect(box.querySelector('img, b, script')).toBeNull()
    expect(box.textContent).toContain('<img src=x onerror=alert(1)>')
    expect(box.textContent).toContain('<b onclick="x()">')
  })

  it('renders formatting tags of HTML and no other tags', () => {
    const box = draw(
      'H<sub>2</sub>O, x<sup>*2*</sup>, <kbd>Ctrl</kbd>, a<br>b, <sub onclick=x>n</sub>',
    )
    expect(screen.getByRole('subscript').textContent).toBe('2')
    expect(within(screen.getByRole('superscript')).getByRole('emphasis').textContent).toBe('2')
    expect(screen.getByText('Ctrl').localName).toBe('kbd')
    expect(box.querySelectorAll('br')).toHaveLength(1)
    expect(box.textContent).toContain('<sub onclick=x>n')
    const looks = ['u', 'b', 'i', 's', 'em', 'strong', 'small', 'mark', 'ins', 'del', 'q', 'code']
    const drawn = draw(looks.map((name) => `<${name}>word</${name}>`).join(' '))
    expect(
      within(drawn)
        .getAllByText('word')
        .map(({ localName }) => localName),
    ).toEqual(looks)
  })

  it.each([
    ['a block', '<div align="center">\n\n**Well** *done*\n\n</div>\n\nEnd.', 'Well done|End.'],
    ['a block without empty lines', '<div>\n**Well** *done*\n</div>\n\nEnd.', 'Well done|End.'],
    ['paragraphs', '<p align=center>Well</p>\n<p dir="ltr">**done**</p>\n\nEnd.', 'Well|done|End.'],
    [
      'colours',
      'A <span style="color: red">**red**</span> <font color=blue>word</font>.',
      'A red word.',
    ],
    ['a line', '<center>Well <b>done</b></center>', 'Well done'],
    ['an item', '- <p>Well done</p>', 'Well done'],
  ])('renders the text inside harmless HTML: %s', (_case, text, words) => {
    const box = draw(text)
    expect(
      screen
        .getAllByRole('paragraph')
        .map((one) => one.textContent)
        .join('|'),
    ).toBe(words)
    expect(box.textContent).not.toContain('<')
    expect(box.querySelector('[style], [align], [data-raw]')).toBeNull()
  })

  it.each([
    ['a link', 'See <a href="https://example.com/a">the *site*</a>.', 'See the site.'],
    [
      'a link in a block',
      '<p align="center">\n  💜 <a href="https://example.com/a"><b>Chat</b></a>&nbsp | more\n</p>',
      '💜 Chat\u00a0 | more',
    ],
    ['a badge', '[![Build](https://ci.example/b.svg)](https://example.com/a)', 'Build'],
    [
      'a badge in HTML',
      '<a href="https://example.com/a"><img src="https://ci.example/b.svg" alt="Build"></a>',
      'Build',
    ],
  ])('renders links written in HTML: %s', (_case, text, words) => {
    const box = draw(text)
    expect(box.textContent).toBe(words)
    const [link, ...others] = screen.getAllByRole<HTMLAnchorElement>('link')
    expect(link?.href).toBe('https://example.com/a')
    expect(link?.target).toBe('_blank')
    expect(others).toEqual([])
    expect(box.querySelector('[data-raw], img')).toBeNull()
  })

  it.each(['javascript:alert(1)', 'java&#115;cript:alert(1)', 'data:text/html,x', '/relative'])(
    'does not link to %j in HTML',
    (url) => {
      const box = draw(
        `See <a href="${url}">here</a>.\n\n<p><a href="${url}">here</a> <img src="${url}" alt="drawn"></p>`,
      )
      expect(screen.queryByRole('link')).toBeNull()
      expect(screen.queryByRole('img')).toBeNull()
      expect(box.textContent).toBe('See here.here drawn')
    },
  )

  it('links to images in HTML instead of loading them', () => {
    const box = draw(
      '<img src="https://example.com/p.png" alt="A vase" width="400"/>\n\nor <img src="https://example.com/q.png">',
    )
    expect(box.querySelector('img, [data-raw]')).toBeNull()
    expect(screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href)).toEqual([
      'https://example.com/p.png',
      'https://example.com/q.png',
    ])
    expect(box.textContent).toContain('A vase example.com')
  })

  it('renders blocks of HTML like blocks of Markdown', () => {
    const box = draw(
      '<h2 align="center">Title</h2>\n<ul>\n  <li>One <b>two</b>\n  <li>Three\n    <ol start="4"><li>Four</li></ol>\n</ul>\n<blockquote><p>Quoted</p></blockquote>\n<pre><code>a &lt; b\n  c</code></pre>\n<hr>\n<dl><dt>Term</dt><dd>Meaning</dd></dl>\n\nEnd.',
    )
    expect(box.querySelector('[data-raw]')).toBeNull()
    expect(box.querySelector('[data-depth="2"]')?.getAttribute('data-align')).toBe('center')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'One two',
      'ThreeFour',
      'Four',
    ])
    expect(screen.getAllByRole<HTMLOListElement>('list').map(({ start }) => start)).toContain(4)
    expect(screen.getByRole('blockquote').textContent).toBe('Quoted')
    expect(screen.getByRole('code').textContent).toContain('a < b\n  c')
    expect(screen.getByRole('separator')).toBeTruthy()
    expect(screen.getAllByRole('strong').at(-1)?.textContent).toBe('Term')
    expect(screen.getByText('Term').parentElement?.localName).toBe('p')
  })

  it('renders HTML tables with their columns', () => {
    const box = draw(
      '<table border="1">\n<thead>\n<tr><th>Name</th><th align="right">Size</th><th>Note</th></tr>\n</thead>\n<tbody>\n<tr><td rowspan="2">Vase</td><td>1 &amp; 2</td><td><p>a</p><p>b</p></td></tr>\n<tr><td colspan="2">both</td></tr>\n</tbody>\n</table>',
    )
    const rows = screen
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['Name', 'Size', 'Note'],
      ['Vase', '1 & 2', 'ab'],
      ['', 'both'],
    ])
    expect(screen.getByRole<HTMLTableCellElement>('cell', { name: 'both' }).colSpan).toBe(2)
    expect(box.querySelector('[data-raw]')).toBeNull()
  })

  it('aligns each cell of an HTML table separately, also below spanning header cells', () => {
    draw(
      '<table>\n<tr><th></th><th colspan="2" align="center">Size</th></tr>\n<tr><td>Vase</td><td align="right">1</td><td>2</td></tr>\n</table>',
    )
    expect(describeCells('columnheader')).toEqual([' 1 ', 'Size 2 center'])
    expect(describeCells('cell')).toEqual(['Vase 1 ', '1 1 right', '2 1 '])
  })

  it('keeps all header rows of an HTML table in its head', () => {
    draw(
      '<table><thead><tr><th rowspan="2">Clay</th><th colspan="2">Fired</th></tr><tr><th>°C</th><th>h</th></tr></thead><tr><td>Raku</td><td>980</td><td>1</td></tr></table>',
    )
    const [head, body] = screen.getAllByRole('rowgroup').map((group) =>
      within(group)
        .getAllByRole('row')
        .map((row) => row.textContent),
    )
    expect(head).toEqual(['ClayFired', '°Ch'])
    expect(body).toEqual(['Raku9801'])
  })

  it('renders Markdown inside the cells of an HTML table', () => {
    draw(
      '<p align="center">Shots</p>\n\n<table>\n<tr>\n<td width="50%">\n\n**Left**\n\n- one\n- two\n\n</td>\n<td>\n\nRight\n\n| a |\n|---|\n| b |\n\n</td>\n</tr>\n</table>\n\nEnd.',
    )
    const cells = [...screen.getAllByRole('row')[0]!.children] as HTMLElement[]
    expect(cells[0]?.closest('thead')).not.toBeNull()
    expect(cells.map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
      'TD Leftonetwo',
      'TD Rightab',
    ])
    expect(within(cells[0]!).getAllByRole('listitem')).toHaveLength(2)
    expect(within(cells[1]!).getByRole('table')).toBeTruthy()
    expect(screen.getAllByRole('paragraph').at(-1)?.textContent).toBe('End.')
    expect(screen.getAllByRole('paragraph')[0]?.textContent).toBe('Shots')
  })

  it('renders Markdown inside an HTML table that arrived word by word', () => {
    const text =
      '<table>\n<tr>\n<td>\n\n**Left**\n\n</td>\n<td>\n\nRight\n\n</td>\n</tr>\n</table>\n'
    let state = emptyMarkdown
    for (let end = 1; end <= text.length; end++) state = advance(state, text.slice(0, end))
    render(<Markdown markdown={finish(state, text)} />)
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Left',
      'Right',
    ])
  })

  it.each([
    ['a table of HTML never ends', '<table>\n<tr>\n<td>\n\n**Left**\n\n</td>\n<td>\n\nRight'],
    ['they are in no cell of it', '<table>\n\n**Left**\n\nRight\n\n</table>'],
  ])('does not treat blocks as table cells if %s', (_, text) => {
    const box = draw(text)
    expect(screen.getAllByRole('paragraph').map(({ textContent }) => textContent)).toEqual([
      'Left',
      'Right',
    ])
    expect(screen.queryByRole('table')).toBeNull()
    expect(box.querySelector('[data-raw]')).toBeNull()
  })

  it('renders lists inside table cells', () => {
    const box = draw('| a | b |\n|---|---|\n| x | <ul><li>one</li><li>**two**</li></ul> |')
    const [, cell] = screen.getAllByRole('cell')
    const items = within(cell!).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['one', 'two'])
    expect(box.textContent).not.toContain('<')
  })

  it('hides an incomplete tag at the end of an arriving text', () => {
    const text =
      '<p align="center">\n  <img src="https://e.example/a.png" width="400"/>\n</p>\n\nSee <a href="https://e.example/b?c=d">the site</a>, <abbr title="one two">two</abbr>.\n\n<table>\n  <tr><td colspan=2>a</td></tr>\n</table>\n\n- <b>item</b> <sub>low</sub>'
    let state = emptyMarkdown
    const seen: string[] = []
    for (let end = 1; end <= text.length; end++) {
      state = advance(state, text.slice(0, end))
      const { container, unmount } = render(<Markdown markdown={state} isLive />)
      seen.push(container.textContent)
      unmount()
    }
    expect(seen.filter((words) => /[<>]/.test(words))).toEqual([])
  })

  it('shows unclosed tags as text, even thousands of them', () => {
    // Comparing each tag with all others would take longer than the test's timeout.
    const many = 12_000
    const text = `Again ${'<b>'.repeat(many)}`
    expect(draw(text).textContent).toBe(text)
    expect(draw(`${'<b>'.repeat(many)}deep${'</b>'.repeat(many)}`).textContent).toContain('deep')
  })

  it('limits the number of cells that spans of an HTML table create', () => {
    const box = draw(`<table>${'<tr><td rowspan=100 colspan=100>x'.repeat(1_000)}</table>`)
    expect(box.querySelectorAll('td, th').length).toBeLessThan(5_000)
  })

  it('renders arriving long HTML in steps, and the text after it at once', () => {
    const table = `<table>\n${'<tr><td>one <b>cell</b></td><td>two</td></tr>\n'.repeat(200)}</table>\n`
    const text = `${table}\nAfter it.`
    let state = emptyMarkdown
    const drawn = new Set<unknown>()
    for (let end = 16; end < table.length; end += 16) {
      state = advance(state, text.slice(0, end))
      drawn.add(state.tail)
    }
    expect(drawn.size).toBeLessThan(table.length / 16 / 2)
    state = advance(state, text)
    const { container } = render(<Markdown markdown={state} isLive />)
    expect(screen.getAllByRole('row')).toHaveLength(200)
    expect(container.textContent).toContain('After it')
  })

  it('shows the expansion of an abbreviation', () => {
    draw('The <abbr title="World Wide Web">WWW</abbr>.')
    expect(screen.getByTitle('World Wide Web').localName).toBe('abbr')
  })

  it('centres the content of an element with align="center"', () => {
    const box = draw(
      '<div align="center">\n\n# Title\n\n<div>\n\n**Words**\n\n</div>\n\nMore.\n\n</div>\n\nEnd.\n\n<center>\n\nAgain.\n\n</center>\n\n<p style="text-align: right">Right</p>',
    )
    expect(['Title', 'Words', 'More.', 'End.', 'Again.', 'Right'].map(aligned)).toEqual([
      'center',
      'center',
      'center',
      undefined,
      'center',
      'right',
    ])
    expect(box.textContent).not.toContain('<')
    expect(box.querySelector('[data-in-fold]')).toBeNull()
  })

  it.each([
    'Use the <div> tag, and close it with </div>.',
    'Use <table> and <tr>, <a> or <img>.',
    '<table> tags define tables.',
    '<form>\n<input name="a">\n</form>',
    '<svg width="10"><circle r="5"/></svg>',
    '<a href="https://example.com" onclick="x()">link</a>',
    'if a <b and b> c',
    '<div class="card">\n  <h2>Title</h2>\n</div>',
    '<div>\n<img src=x onerror=alert(1)>\n</div>',
    '<p onclick="x()">words</p>',
  ])('shows HTML source code as text: %j', (text) => {
    const box = draw(text)
    expect(box.textContent).toBe(text)
    expect(box.querySelector('a, table, b')).toBeNull()
  })

  it('hides the content of <details> until the user opens it', async () => {
    const box = draw(
      'Before.\n\n<details>\n<summary>The *answer*</summary>\n\nIt is 42.\n\n```js\n1 + 1\n```\n\n</details>\n\nAfter.',
    )
    expect(box.textContent).not.toMatch(/details|summary/)
    const [details] = screen.getAllByRole<HTMLDetailsElement>('group')
    expect(within(details!).getByRole('emphasis').textContent).toBe('answer')
    expect(screen.getByText('answer').closest('summary')).not.toBeNull()
    expect(['Before.', 'It is 42.', 'After.'].map(isShown)).toEqual([true, false, true])
    details!.open = true
    await waitFor(() => expect(isShown('It is 42.')).toBe(true))
    expect(screen.getByRole('code').closest('[hidden]')).toBeNull()
    details!.open = false
    await waitFor(() => expect(isShown('It is 42.')).toBe(false))
  })

  it('removes HTML comments, and shows the content of <details> in a list', () => {
    const box = draw('<!-- one -->\n\nTwo <!-- three -->four.\n\n<!-- five\n\nsix -->\n\nSeven.')
    expect(box.textContent).toBe('Two four.Seven.')
    const rest = draw('<!-- one -->Two <!-- three -->four.')
    expect(rest.textContent).toBe('Two four.')
    expect(rest.querySelector('[data-raw]')).toBeNull()
    const list = draw('- <details><summary>More</summary>\n\n  Hidden.\n\n  </details>')
    expect(list.textContent).toBe('MoreHidden.')
  })

  it('renders GitHub alerts with their title', () => {
    draw('> [!WARNING]\n> Hot *kiln*.\n\n> [!NOTHING]\n> Quoted.')
    const [alert, quote] = screen.getAllByRole('blockquote')
    expect(alert?.dataset['alert']).toBe('warning')
    expect(alert?.textContent).toBe('WarningHot kiln.')
    expect(quote?.dataset['alert']).toBeUndefined()
    expect(quote?.textContent).toContain('[!NOTHING]')
  })

  it('does not treat a single tilde as strikethrough', () => {
    const box = draw('10~20元，30~40元, ~~gone~~')
    expect(box.textContent).toBe('10~20元，30~40元, gone')
    expect(screen.getAllByRole('deletion')).toHaveLength(1)
  })

  it('sets the direction of each block by its first letter, and left-to-right for code', () => {
    const box = draw(
      'שלום world\n\n# مرحبا\n\n- أولاً\n- second\n\n1. one\n\n> سلام\n\n| א | b |\n|---|---|\n| 1 | 2 |',
    )
    expect(screen.getAllByRole('paragraph')[0]?.dir).toBe('auto')
    expect(screen.getByRole('heading').dir).toBe('auto')
    const [bullets, numbers] = screen.getAllByRole('list')
    expect([bullets?.localName, bullets?.dir]).toEqual(['ul', 'rtl'])
    expect([numbers?.localName, numbers?.dir]).toEqual(['ol', 'ltr'])
    expect(screen.getByRole('blockquote').dir).toBe('rtl')
    expect(box.querySelector<HTMLElement>('[data-table]')?.dir).toBe('rtl')
    expect(screen.getAllByRole('columnheader')[0]?.dir).toBe('auto')
    expect(screen.getAllByRole('cell')[0]?.dir).toBe('')
  })

  it('isolates the tokens of a code line that contain right-to-left text', () => {
    const parts = draw('```js\nconst سلام = "دنیا"\n```\n\n```js\nconst a = "b"\n```')
    const isMixed = [...parts.querySelectorAll('code > span')].map((group) =>
      group.hasAttribute('data-mixed'),
    )
    expect(isMixed).toEqual([true, false])
  })

  it('links to remote images instead of loading them', () => {
    draw('![a cat](https://example.com/cat.png?said=secret)')
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByRole('link').getAttribute('href')).toContain('cat.png')
  })

  it('resolves reference links and footnotes of a complete text', () => {
    draw('See [it][1].[^n]\n\n[1]: https://example.com\n[^n]: A *note*.')
    expect(screen.getByRole('link', { name: 'it' }).getAttribute('href')).toBe(
      'https://example.com/',
    )
    const mark = screen.getByRole('link', { name: 'Footnote 1' })
    const target = mark.getAttribute('href')!.slice(1)
    expect(document.getElementById(target)?.textContent).toBe('A note.')
  })

  it('keeps the DOM elements of finished blocks while the text grows', () => {
    let state = advance(emptyMarkdown, '# One\n\nTwo **three')
    const { container, rerender } = render(<Markdown markdown={state} isLive />)
    const [paragraph] = screen.getAllByRole('paragraph')
    expect(screen.getByRole('strong').textContent).toBe('three')
    state = advance(state, '# One\n\nTwo **three** four.\n\n- a\n- b\n- c')
    rerender(<Markdown markdown={state} isLive />)
    const [item] = screen.getAllByRole('listitem')
    state = finish(state, '# One\n\nTwo **three** four.\n\n- a\n- b\n- c\n\nEnd.')
    rerender(<Markdown markdown={state} />)
    expect(screen.getAllByRole('paragraph')[0]).toBe(paragraph)
    expect(screen.getAllByRole('listitem')[0]).toBe(item)
    expect(container.textContent).toContain('End.')
  })

  it('renders tables with their alignment in a scroll container', () => {
    draw('| a | b |\n|---|--:|\n| 1 | 2 |')
    expect(screen.getByRole('group', { name: 'Table' }).tabIndex).toBe(0)
    expect(screen.getAllByRole('cell')[1]?.dataset['align']).toBe('right')
  })

  it('renders code unchanged with the name of its language', () => {
    const box = draw('```ts\nconst a = `<b>`\n\n```\n')
    expect(screen.getByRole('code').textContent).toBe('const a = `<b>`\n')
    expect(box.textContent).toContain('TypeScript')
    expect(screen.getByRole('button', { name: 'Copy code' })).toBeTruthy()
  })

  it('highlights code without changing its text', async () => {
    const source = 'const a = "x" // why\n\nlet b = `${a}`'
    const box = draw(`\`\`\`js\n${source}\n\`\`\``)
    await expect.poll(() => box.querySelector('[data-role="keyword"]')?.textContent).toBe('const')
    expect(screen.getByRole('code').textContent).toBe(source)
  })

  it('keeps earlier DOM elements and their highlighting while more text arrives', async () => {
    const begun = advance(emptyMarkdown, '```ts\nconst a = 1\n```\n\nMore')
    const { container, rerender } = render(<Markdown markdown={begun} isLive />)
    await waitFor(() => expect(container.querySelector('[data-role="keyword"]')).not.toBeNull())
    const keyword = container.querySelector('[data-role="keyword"]')
    const changed: MutationRecord[] = []
    const observer = new MutationObserver((records) => changed.push(...records))
    observer.observe(container.querySelector('pre')!, { subtree: true, childList: true })
    let state = begun
    for (let at = 0; at < 40; at++) {
      state = advance(state, `${state.text} words.\n\nMore`)
      rerender(<Markdown markdown={state} isLive />)
    }
    rerender(<Markdown markdown={finish(state, state.text)} />)
    expect(container.querySelector('[data-role="keyword"]')).toBe(keyword)
    expect([...changed, ...observer.takeRecords()]).toEqual([])
    expect(screen.getAllByRole('paragraph')).toHaveLength(41)
  })
})

const createPngHeader = (width: number) =>
  btoa(
    `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${String.fromCharCode(0, 0, width >> 8, width & 255).repeat(2)}${'\0'.repeat(40)}`,
  )

describe('pictures in a Markdown text', () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

  it.each([
    `![A dot](data:image/png;base64,${png})`,
    `![A dot][1]\n\n[1]: data:image/png;base64,${png}`,
    `<img alt="A dot" src="data:image/png;base64,${png}">`,
  ])('are shown if the address is %j', (text) => {
    draw(text)
    expect(screen.getByRole('img', { name: 'A dot' }).getAttribute('src')).toContain(png)
  })

  it.each([
    ['with scripts', `data:image/svg+xml;base64,${btoa('<svg onload="alert(1)"/>')}`],
    ['as text', 'data:image/svg+xml,<svg/>'],
    ['of another type', `data:text/html;base64,${btoa('<script>alert(1)</script>')}`],
    ['with parameters', `data:image/png;x=y;base64,${png}`],
    ['that is broken', 'data:image/png;base64,%%%'],
    ['with too many bytes', `data:image/png;base64,${'A'.repeat(5 * 2 ** 20)}`],
    ['with too many pixels', `data:image/png;base64,${createPngHeader(60_000)}`],
  ])('show only their name if the picture is %s', (_case, url) => {
    draw(`![Chart](${url.replace('<svg/>', '%3Csvg/%3E')})`)
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByText('Chart').closest('a')).toBeNull()
  })

  it('are shown if their size is allowed', () => {
    draw(`![Chart](data:image/png;base64,${createPngHeader(2_000)})`)
    expect(screen.getByRole('img', { name: 'Chart' })).toBeTruthy()
  })

  it('never show their Markdown source while they are arriving', () => {
    const text = `${'Some words. '.repeat(60)}![Chart](data:image/png;base64,${png.repeat(20)}) The end of it.`
    let state = emptyMarkdown
    for (let end = 40; end < text.length + 40; end += 40) {
      state = advance(state, text.slice(0, end))
      const { container, unmount } = render(<Markdown markdown={state} isLive />)
      expect(container.textContent).not.toMatch(/base64|iVBOR|!\[/)
      unmount()
    }
    render(<Markdown markdown={state} isLive />)
    expect(screen.getByRole('img', { name: 'Chart' })).toBeTruthy()
  })
})

describe('equations with a label in a Markdown text', () => {
  const text = String.raw`\begin{align}
a &= b \label{eq:1} \\
c &= d \nonumber
\end{align}

$$
\label{eq:2}
y = 2
$$

$$
z \label{z} \tag{A}
$$

As in (\ref{eq:1}), \eqref{z} [1], $\eqref{eq:2}$ and \ref{none}.`

  it('get a number, and references show this number', async () => {
    const drawn = draw(text)
    await waitFor(() => expect(drawn.querySelectorAll('.tag, .eqn-num')).not.toHaveLength(0))
    await waitFor(() =>
      expect(screen.getAllByRole('paragraph')[0]?.textContent).toMatch(
        /^As in \(1\), \(A\) \[1\], .*\(2\).* and \\ref\{none\}\.$/s,
      ),
    )
    expect(drawn.querySelector('[data-problem]')).toBeNull()
    const link = screen.getByRole('link', { name: '1' })
    const target = link.getAttribute('href')?.slice(1) ?? ''
    expect(document.getElementById(target)?.dataset['math']).toBe('display')
    expect(screen.getByRole('link', { name: '(A)' })).toBeTruthy()
  })
})
