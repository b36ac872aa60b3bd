import type { Nodes } from 'mdast'
import { describe, expect, it } from 'vitest'
import { withoutPositions, wholeParser } from './parse.ts'
import { readQuickly, readQuickPiece } from './quick-read.ts'

const words = [
  'server',
  'two words',
  'a_b',
  'x-y',
  'it’s',
  '(so)',
  'end.',
  'Ünï',
  '9',
  '—',
  'a > b',
  '3.5',
  '10 mm',
  '+9',
  '/a',
  'no!',
  '$x_{1} < \\frac{a}{b}$',
  '$n$',
]
const spans = [
  ...words,
  '**bold**',
  '**two `code` words**',
  '*em*',
  '`a_b()`',
  '`<b> & $x$`',
  '[a link](https://example.com/a_b?c=1#d)',
  '![](data:image/png;base64,AA==)',
  '![a pot](data:image/svg+xml;base64,/9j+)',
  '**bold**.',
  '(*em*)',
  '**— dash**',
  '*“a”*',
  '*',
  '**',
  '_',
  '`',
  '[',
  '](',
  'www.a.b',
  '@',
  'http://a.b',
  'awwwww/http+https',
  '![www.a.b](data:image/png;base64,AA==)',
  '![ a](data:image/png;base64,AA==)',
  '![a](data:image/png;base64,A A)',
  '![a](b.png)',
  '~',
  '$1$',
  '$US 3 and $4',
  '$$',
  '!',
  '\\',
  '&amp;',
  '<b>',
  '[^1]',
  '|',
  '***x***',
  '**a*b**',
]
const starts = [
  '',
  '',
  '> ',
  '```ts\nlet a\n\n``\n```\n',
  '```\n',
  '$$\nx^2 \\\\\n  + y\n$$\n',
  '- ',
  '- ',
  '  - ',
  '   - ',
  '    - ',
  '* ',
  '1. ',
  '2. ',
  '   1. ',
  '   7. ',
  '1) ',
  '# ',
  '### ',
  '>',
  '> > ',
  '    ',
  ' ',
  '- [ ] ',
  '-  ',
  '```js x\n',
  '~~~\n',
  ' ```\n',
  '| a | b |\n| --- | :-: |\n',
  '| ',
  '---',
  '- 1. ',
  '=',
]

function* texts(count: number, seed = 11): Generator<string> {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * limit)
  }
  for (let at = 0; at < count; at++) {
    const usual = at % 4 === 0 ? spans.length : 25
    const usualStart = at % 3 === 0 ? starts.length : 19
    let text = ''
    for (let line = 1 + below(6); line > 0; line--) {
      text += starts[below(usualStart)]
      const isRow = /\|[^\n]*$/.test(text.slice(text.lastIndexOf('\n') + 1)) || text.endsWith('|\n')
      if (text.endsWith('|\n')) text += '| '
      for (let part = 1 + below(4); part > 0; part--) {
        text += spans[below(usual)] + (isRow && below(2) === 0 ? ' | ' : below(5) === 0 ? '' : ' ')
      }
      if (isRow && below(3) > 0) text += '|'
      text += below(4) === 0 ? '\n\n' : '\n'
    }
    yield below(3) === 0 ? text.trimEnd() : text
  }
}

function shape(node: Nodes, depth = 0): unknown {
  const { position, ...rest } = node
  const hasPlace = depth === 0 || (depth === 1 && /listItem|tableRow/.test(node.type))
  return {
    ...rest,
    ...(hasPlace && { at: position?.start.offset }),
    ...(depth === 0 && { lines: [position?.start.line, position?.end.line] }),
    ...('children' in node && { children: node.children.map((child) => shape(child, depth + 1)) }),
  }
}

const shapes = (nodes: readonly Nodes[]) => nodes.map((node) => shape(node))

describe('readQuickly', () => {
  it('returns the same tree as the complete parser, or undefined', () => {
    let read = 0
    for (const text of texts(1_500)) {
      const quick = readQuickly(text)
      if (!quick) continue
      read++
      const whole = wholeParser.blocks(text)
      expect({ text, nodes: shapes(quick) }).toEqual({ text, nodes: shapes(whole) })
    }
    expect(read).toBeGreaterThan(120)
  })

  it.each(['$x$ and $α$', '$x$ $中$', '$$x\ny\n$$', '$x$A', '$5 and $6', 'a$x$', '$x$$y$', '$(a$'])(
    'returns undefined for %j',
    (text) => expect(readQuickly(text)).toBeUndefined(),
  )

  const base64 = `iVBORw0KGgo/www/http+${'A'.repeat(100_000)}==`
  it.each([
    `data:image/png;base64,${base64}`,
    `![pot](data:image/png;base64,${base64})`,
    `A ![](data:image/png;base64,${base64}) **here**.`,
    `- ![pot](data:image/png;base64,${base64})`,
    `| a |\n| --- |\n| ![pot](data:image/png;base64,${base64}) |`,
    `[Save](data:text/csv;base64,${base64})`,
  ])('parses %.24s… without the complete parser, which takes seconds per megabyte', (text) => {
    const quick = readQuickly(text)
    expect(quick).toBeDefined()
    expect(shapes(quick ?? [])).toEqual(shapes(wholeParser.blocks(text)))
  })

  it('parses common formulas', () => {
    const text = 'So $x_1 < \\frac{a}{b}$ holds:\n\n$$\nx^2\n$$\n'
    const quick = readQuickly(text)
    expect(quick).toBeDefined()
    expect(shapes(quick ?? [])).toEqual(shapes(wholeParser.blocks(text)))
  })

  it('parses Markdown as models usually write it', () => {
    const text = `## The plan\n\nA **pot** of \`clay\` with [a link](https://example.com/x).\n\n1. First\n   - within\n   - and *more*\n2. Second\n\nThen:\n\n| a | b |\n| --- | ---: |\n| 1 | \`2\` |\n`
    expect(readQuickly(text)?.map(({ type }) => type)).toEqual([
      'heading',
      'paragraph',
      'list',
      'paragraph',
      'table',
    ])
  })
})

describe('readQuickPiece', () => {
  it('returns the same tree as the complete parser, or undefined', () => {
    let read = 0
    for (const text of texts(1_500)) {
      const quick = readQuickPiece(text)
      if (!quick) continue
      read++
      const whole = wholeParser.inline(text).map((node) => withoutPositions(node))
      expect({ text, nodes: quick }).toEqual({ text, nodes: whole })
    }
    expect(read).toBeGreaterThan(120)
  })

  it.each([
    ['an embedded picture', `![pot](data:image/png;base64,iVBORw0KGgo/${'A'.repeat(100_000)}==)`],
    ['a part of base64', 'iVBORw0KGgo/+9j=='],
    ['words between spaces', ' and 2. **so** on\n'],
    ['what would start a list', '- one\n1. two'],
    ['spaces', ' \n '],
  ])('parses %s', (_case, text) => {
    const quick = readQuickPiece(text)
    expect(quick).toBeDefined()
    expect(quick).toEqual(wholeParser.inline(text).map((node) => withoutPositions(node)))
  })
})
