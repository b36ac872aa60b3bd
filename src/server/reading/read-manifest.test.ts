import { describe, expect, it } from 'vitest'
import { readManifest } from './read-manifest.ts'

const getBytes = (text: string) => new Uint8Array(Buffer.from(text))

describe('readManifest', () => {
  it.each([
    ['a list of zeros', `{"format":1,"assets":[${'0,'.repeat(150_000)}0]}`, 'assets.0'],
    [
      'more entries than an archive can hold',
      `{"format":1,"assets":[${'0,'.repeat(3_000_000)}0]}`,
      'entries',
    ],
    ['half a million lists', `[${'['.repeat(500_000)}`, 'nested'],
    ['another format', '{"format":2,"assets":[]}', 'format'],
    ['no JSON', '{', 'not JSON'],
  ])('rejects %s with the first error', (_case, text, why) => {
    expect(() => readManifest(getBytes(text)).next()).toThrow(why)
  })
})
