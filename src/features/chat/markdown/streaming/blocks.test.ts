import { describe, expect, it } from 'vitest'
import { toBlock, type MarkdownBlock } from '../parse/block.ts'
import { advance, finish } from './blocks.ts'
import { emptyMarkdown } from './markdown-text.ts'
import { parser, type Parser } from '../parse/parse.ts'

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function* grow(text: string, seed: number, longest = 12): Generator<string> {
  const random = randomFrom(seed)
  for (let at = 0; at < text.length;) {
    at += 1 + Math.floor(random() * longest)
    yield text.slice(0, at)
  }
}

function settle(text: string, seed: number, longest?: number): MarkdownBlock[] {
  let state = emptyMarkdown
  for (const part of grow(text, seed, longest)) state = advance(state, part)
  return finish(state, text).settled.flat()
}

const whole = (text: string) => finish(emptyMarkdown, text).settled.flat()

const plain = (blocks: readonly MarkdownBlock[]) =>
  blocks.map((block) => {
    switch (block.kind) {
      case 'list':
        return { ...block, items: block.items.flat() }
      case 'table':
        return { ...block, rows: block.rows.flat() }
      case 'code':
        return { ...block, lines: block.lines.flat().join('\n') }
      case 'long-paragraph':
        return { ...block, pieces: block.pieces.flat() }
      case 'node':
      case 'fold':
      case 'fold-end':
        return block
    }
  })

const parsed = (text: string) => parser.blocks(text).map((node) => toBlock(node, 0))

const answer = `# Setting up a reverse proxy

Use **nginx** with \`proxy_buffering off\`, see [the manual](https://nginx.org/en/docs/?a=1).
It matters: *server-sent events* are ~~cached~~ buffered otherwise.

1. Install it:

   \`\`\`sh
   sudo apt install nginx
   # then
   nginx -t
   \`\`\`
2. Edit \`/etc/nginx/conf.d/app.conf\`
   - one upstream
   - no gzip
     - not even for text

     A paragraph deep inside.
3. Reload

| Header | Value | Why |
|:-------|:-----:|----:|
| \`X-Accel-Buffering\` | no | *nginx* buffers |
| Cache-Control | no-cache \\| no-transform | proxies |
| short |

> A quote that
goes on lazily
> - with a list

\`\`\`nginx
location /api {

  proxy_pass http://127.0.0.1:5310;
}
\`\`\`
Straight after the code.

  ~~~~ text
    two spaces deep
  ~~~
 less
   ~~~~

Title
-----

- [x] done
- [ ] open

* another list
+ and another

    indented code

    more of it

***

<div>raw</div>

| a | b |
|---|---|
no pipes here

~~~
tildes \`\`\`
~~~
`

const references = `See [one][1], [two] and a note[^n].

[1]: https://example.com/one
  "a title"
[two]: https://example.com/two

More[^n] text.

[^n]: The note, with *emphasis*.

    And a second paragraph.
`

describe('advance', () => {
  it.each([1, 2, 3, 4])(
    'returns the same blocks for a text split anywhere as for the unsplit text (seed %i)',
    (seed) => {
      for (const text of [answer, references, answer + references]) {
        expect(plain(settle(text, seed))).toEqual(plain(whole(text)))
      }
    },
  )

  it('returns the same blocks for a text that arrives letter by letter as for the unsplit text', () => {
    expect(plain(settle(answer.slice(0, 1_000), 1, 1))).toEqual(
      plain(whole(answer.slice(0, 1_000))),
    )
  })

  it.each([
    'a\n- + \n\n~~~\n',
    'a\n1. * \n   b\n',
    '$$\\]\n\n~~',
    '\\[\n$$\n\nb',
    '\t|\n2)\n\n',
    '    a\n- b\n\nc',
  ])('returns the same blocks for %j letter by letter as for the unsplit text', (text) => {
    expect(plain(settle(text, 1, 1))).toEqual(plain(whole(text)))
    expect(plain(whole(text))).toEqual(plain(parsed(text)))
  })

  it('returns the same blocks for each prefix of a text, however it was split', () => {
    for (let length = 0; length <= answer.length; length += 61) {
      const text = answer.slice(0, length)
      expect(plain(settle(text, length))).toEqual(plain(whole(text)))
    }
  })

  it('returns the same blocks as a single parse of the whole text', () => {
    expect(plain(settle(answer, 3))).toEqual(plain(parsed(answer)))
  })

  it('never changes a finished block', () => {
    let state = emptyMarkdown
    for (const text of grow(answer, 5)) {
      const next = advance(state, text)
      expect(state.settled.flat().every((block, at) => next.settled.flat()[at] === block)).toBe(
        true,
      )
      state = next
    }
    expect(state.settled.flat().length).toBeGreaterThan(10)
  })

  it('gives the unfinished block the offset that it will have when it is finished', () => {
    const places = new Set(whole(answer).map(({ offset }) => offset))
    const drawn = [...grow(answer, 9)].flatMap((text) =>
      advance(emptyMarkdown, text).tail.slice(0, 1),
    )
    const strays = drawn.filter(({ kind, offset }) => kind !== 'node' && !places.has(offset))
    expect(drawn.length).toBeGreaterThan(100)
    expect(strays).toEqual([])
  })

  it('parses from the beginning if the new text does not continue the old text', () => {
    const first = advance(emptyMarkdown, 'One.\n\nTwo.\n\n')
    expect(plain(finish(first, 'Other.').settled.flat())).toEqual(plain(whole('Other.')))
  })
})

describe('advance, cost of a token', () => {
  const paragraph = 'Some words with **weight** and `code` in them, and then some more. '
  const cases = {
    'mixed text': (n: number) => answer.repeat(n),
    'one list': (n: number) => '- an item with *some* words in it\n'.repeat(30 * n),
    'one list with space': (n: number) => '1. an item with *some* words in it\n\n'.repeat(30 * n),
    'one code block': (n: number) => '```ts\n' + 'const a = /[^a]/.exec(b) // why\n'.repeat(40 * n),
    'one table': (n: number) =>
      '| a | b |\n|---|---|\n' + '| **one** cell | and two |\n'.repeat(40 * n),
    'one table of HTML': (n: number) =>
      '<table>\n' + '<tr><td>one <b>cell</b></td><td>and &lt; two</td></tr>\n'.repeat(60 * n),
    'one paragraph': (n: number) => paragraph.repeat(20 * n),
    'one paragraph in lines': (n: number) => `${paragraph}\n`.repeat(20 * n),
    'base64 in lines': (n: number) =>
      '+9j/4AAQ\n9j/4AAQS\n/4AAQSkZ\nAAQSkZJR\n42\n1.5\n'.repeat(20 * n),
    'text with /[^a]/ in code': (n: number) =>
      answer.replace('nginx -t', '/[^a]/.test(b)').repeat(n),
  }

  it.each(Object.entries(cases))('does not grow with %s', (_name, make) => {
    const perUnit = [2, 6].map((n) => {
      let parsedLength = 0
      const counting: Parser = {
        blocks: (source) => ((parsedLength += source.length), parser.blocks(source)),
        inline: (source) => ((parsedLength += source.length), parser.inline(source)),
      }
      const text = make(n)
      let state = emptyMarkdown
      for (let end = 32; end <= text.length; end += 32)
        state = advance(state, text.slice(0, end), counting)
      return parsedLength / (text.length / 32)
    })
    expect(perUnit[1]! / perUnit[0]!).toBeLessThan(1.2)
    expect(perUnit[1]).toBeLessThan(900)
  })

  it('includes no parsing at a line end or for text that is not visible yet', () => {
    const sources: string[] = []
    const noting: Parser = {
      ...parser,
      blocks: (source) => (sources.push(source), parser.blocks(source)),
    }
    let text = ''
    let state = emptyMarkdown
    const take = (token: string) => (state = advance(state, (text += token), noting))
    for (const token of ['- One', ' two', ' `', 'three`', ' and', ' **', 'four**', ' or'])
      take(token)
    expect(sources).toEqual(['- One', '- One two `three`', '- One two `three` and **four**'])
    sources.length = 0
    for (const token of [' five', '.\n', '2', '.', ' ']) take(token)
    expect(sources).toEqual([])
  })

  it.each([
    ['a paragraph', 'See '],
    ['a list', '- See '],
    ['a table', '| a |\n| --- |\n| '],
    ['a long paragraph', paragraph.repeat(20)],
  ])('includes no parsing while the data of a picture in %s arrives', (_case, before) => {
    let parses = 0
    const counting: Parser = {
      blocks: (source) => (parses++, parser.blocks(source)),
      inline: (source) => (parses++, parser.inline(source)),
    }
    const start = `${before}![a pot](data:image/png;base64,`
    let state = advance(emptyMarkdown, start, counting)
    const { tail } = state
    parses = 0
    for (let at = 0; at < 20; at++) {
      state = advance(state, state.text + 'iVBORw0KGgo/+9j'.repeat(10), counting)
    }
    expect({ parses, isSame: state.tail === tail }).toEqual({ parses: 0, isSame: true })
    const text = `${state.text}==) and **more**`
    expect(plain(finish(advance(state, text), text).settled.flat())).toEqual(plain(whole(text)))
    const [block] = advance(state, text).tail
    expect(JSON.stringify(block)).toContain(text.slice(start.length - 22, -14))
  })
})
