import { describe, expect, it } from 'vitest'
import { readFile, readWhole } from './read-file.ts'

const mebibyte = 1024 * 1024

describe('readFile with a large file, which is read in a thread', () => {
  it.each([
    ['small', 1],
    ['large', 300_000],
  ])('reads a %s text', async (_case, count) => {
    const { text, isCut } = await readWhole(
      'text',
      new Uint8Array(Buffer.from('Grüße '.repeat(count))),
    )
    expect(text.startsWith('Grüße Grüße'.slice(0, count * 6))).toBe(true)
    expect(isCut).toBe(count > 1)
  })

  it('transfers the bytes to the thread instead of copying them', async () => {
    const bytes = new Uint8Array(2 * mebibyte).fill(0x61)
    await readWhole('text', bytes)
    expect(bytes).toHaveLength(0)
  })

  it.each([
    ['text', 'bad_document'],
    ['chats', 'bad_request'],
    ['library', 'bad_request'],
  ] as const)('throws the error of the reader of %s', async (kind, code) => {
    const bytes = new Uint8Array(2 * mebibyte).fill(1)
    await expect(readWhole(kind, bytes)).rejects.toMatchObject({ code })
  })

  it('yields the parts of a large file in order and stops when no more parts are requested', async () => {
    const assets = Array.from({ length: 2_000 }, (_, k) => ({
      id: String(k).padStart(20, 'a'),
      name: `Model ${k}`,
      createdAt: '2026-01-02T03:04:05.000Z',
      sha256: String(k).padStart(64, '0'),
      hasPreview: false,
      isStarred: false,
      tags: [],
    }))
    const bytes = () => new Uint8Array(Buffer.from(JSON.stringify({ format: 1, assets })))
    const names: string[] = []
    for await (const part of readFile('library', bytes()))
      names.push(...part.map(({ name }) => name))
    expect(names).toEqual(assets.map(({ name }) => name))
    for await (const part of readFile('library', bytes())) {
      expect(part.length).toBeLessThan(100)
      break
    }
  })

  it('reports the line of an error in a large model file', async () => {
    const lines = Array.from({ length: 20_000 }, (_, k) => `  "a${k}": 1,`)
    const text = `{\n${lines.join('\n')}\n  oops\n}`
    expect(await readWhole('model', new Uint8Array(Buffer.from(text)))).toMatchObject({
      line: 20_002,
    })
  })

  it('does not block the event loop', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await readWhole('text', new Uint8Array(20 * mebibyte).fill(0x61))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })
})
