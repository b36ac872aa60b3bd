import { expect, it } from 'vitest'
import { readCanvas } from './chatgpt-canvas.ts'
import { readArtifactTags } from './claude-artifacts.ts'
import { toFence } from './code-fence.ts'
import { splitDetails } from './open-webui-details.ts'

// Each input below takes minutes or gigabytes with a simpler algorithm.
const own = '<details type="reasoning">'
it.each([
  ['tags without an end', '<details\n'.repeat(50_000)],
  ['tags with a far end', `${'<details '.repeat(50_000)}>`],
  ['unbalanced elements', `${own}\n${own}\n</details>\n`.repeat(10_000)],
  ['one long line of tags', own + '<details>x</details>'.repeat(20_000)],
  ['a long name of an attribute', `<details ${'a'.repeat(300_000)}>`],
])('splitDetails keeps the words of %s', (_case, text) => {
  expect(splitDetails(`${text}\nend`).length).toBeGreaterThan(0)
})

it('readArtifactTags reads an artifact whose attribute has a long name', () => {
  const { pieces } = readArtifactTags(
    `<antArtifact ${'a'.repeat(300_000)}>x</antArtifact>y`,
    new Map(),
  )
  expect(pieces.at(-1)?.text).toBe('y')
})

it('toFence makes the new fence longer than a long fence in the text', () => {
  const text = '`'.repeat(300_000)
  expect(toFence(text)).toHaveLength(3 * text.length + 4)
})

it('readCanvas does not apply changes that would make a document too long', () => {
  const canvas = { id: 'c', title: 'Doc', language: 'markdown', content: 'a'.repeat(1_000) }
  const updates = Array.from({ length: 6 }, () => ({
    pattern: 'a',
    multiple: true,
    replacement: 'a'.repeat(1_000),
  }))
  const text = JSON.stringify({ updates })
  const read = readCanvas({ recipient: 'canmore.update_textdoc', text, id: 'c' }, canvas)
  expect(read.canvas).toBe(canvas)
  expect(read.piece.gaps?.[0]).toContain('“Doc” is listed, but not applied')
})
