import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openZipFiles, type ZipFiles } from './zip-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function withZip<T>(bytes: Uint8Array, work: (zip: ZipFiles) => Promise<T> | T): Promise<T> {
  const file = path.join(folder, 'some.zip')
  await writeFile(file, bytes)
  const handle = await open(file)
  try {
    return await work(await openZipFiles(handle))
  } finally {
    await handle.close()
  }
}

const noise = Uint8Array.from({ length: 700_000 }, (_, k) => (k * 7_919) % 251)
const zip = zipSync({
  folder: {},
  'packed.bin': noise,
  'folder/stored.bin': [noise, { level: 0 }],
  'Ümläut.txt': new TextEncoder().encode('é'),
  'empty.txt': new Uint8Array(),
})

describe('openZipFiles', () => {
  it('lists and reads files, compressed or not', () =>
    withZip(zip, async ({ names, read }) => {
      expect([...names()].filter((name) => !name.endsWith('/'))).toEqual([
        'packed.bin',
        'folder/stored.bin',
        'Ümläut.txt',
        'empty.txt',
      ])
      for (const name of ['packed.bin', 'folder/stored.bin']) {
        expect(Buffer.compare(await read(name, noise.length), noise)).toBe(0)
      }
      expect(Buffer.from(await read('Ümläut.txt', 2)).toString()).toBe('é')
      expect(await read('empty.txt', 0)).toHaveLength(0)
    }))

  it('refuses a file that is longer than allowed, whatever size its header claims', async () => {
    const lying = zip.slice()
    const at = Buffer.from(lying.buffer).lastIndexOf('packed.bin') - 46
    new DataView(lying.buffer).setUint32(at + 24, 10, true)
    for (const bytes of [zip, lying]) {
      await withZip(bytes, ({ read }) =>
        expect(read('packed.bin', 1_000)).rejects.toThrow('packed.bin is too large'),
      )
    }
  })

  it('refuses missing, changed and encrypted files', async () => {
    await withZip(zip, ({ read }) =>
      expect(read('other.bin', 9)).rejects.toThrow('other.bin is missing'),
    )
    const changed = zip.slice()
    const start = Buffer.from(changed.buffer).indexOf('stored.bin')
    changed[start + 5_000]! ^= 1
    await withZip(changed, ({ read }) =>
      expect(read('folder/stored.bin', 1e6)).rejects.toThrow('folder/stored.bin is damaged'),
    )
    const encrypted = zip.slice()
    const at = Buffer.from(encrypted.buffer).lastIndexOf('packed.bin') - 46
    encrypted[at + 8]! |= 1
    await withZip(encrypted, ({ read }) =>
      expect(read('packed.bin', 1e6)).rejects.toThrow('password-protected'),
    )
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['text', Buffer.from('PK, but no ZIP')],
    ['half of one', zip.slice(0, zip.length / 2)],
    ['one without its end', zip.slice(0, -30)],
  ])('finds no files in %s', async (_case, bytes) => {
    await expect(withZip(bytes, () => undefined)).rejects.toThrow('damaged or not a ZIP file')
  })
})
