import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { BlobMissingError } from './blob-store.ts'
import { openFolderBlobs } from './folder-blobs.ts'

const folders: string[] = []
const temporaryFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-blobs-'))
  folders.push(folder)
  return folder
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const hello = Buffer.from('hello blob')
const getText = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

describe('openFolderBlobs', () => {
  it('returns stored files unchanged, whole and in part', async () => {
    const blobs = await openFolderBlobs(await temporaryFolder())
    const key = await blobs.put(hello)
    expect(Buffer.from(await blobs.read(key))).toEqual(hello)
    expect(await blobs.sizeOf(key)).toBe(10)
    expect(await getText(await blobs.open(key))).toBe('hello blob')
    expect(await getText(await blobs.open(key, { start: 6, end: 8 }))).toBe('blo')
  })

  it('stores identical bytes once and leaves no temporary files', async () => {
    const folder = await temporaryFolder()
    const blobs = await openFolderBlobs(folder)
    const key = await blobs.put(hello)
    expect(await blobs.put(Buffer.from(hello))).toBe(key)
    expect(await readdir(path.join(folder, key.slice(0, 2)))).toEqual([key])
    expect(await readdir(path.join(folder, 'unfinished'))).toEqual([])
  })

  it('stores a file again if another program truncated it', async () => {
    const folder = await temporaryFolder()
    const blobs = await openFolderBlobs(folder)
    const key = await blobs.put(hello)
    await writeFile(path.join(folder, key.slice(0, 2), key), 'hel')
    await blobs.put(hello)
    expect(Buffer.from(await blobs.read(key))).toEqual(hello)
  })

  it('deletes temporary files of an earlier process', async () => {
    const folder = await temporaryFolder()
    await mkdir(path.join(folder, 'unfinished'))
    await writeFile(path.join(folder, 'unfinished', 'left'), 'half')
    await openFolderBlobs(folder)
    expect(await readdir(path.join(folder, 'unfinished'))).toEqual([])
  })

  it('throws an error that contains the key of a missing file', async () => {
    const blobs = await openFolderBlobs(await temporaryFolder())
    const key = await blobs.put(hello)
    await blobs.delete(key)
    await blobs.delete(key)
    expect(await blobs.sizeOf(key)).toBeUndefined()
    await expect(blobs.read(key)).rejects.toThrow(BlobMissingError)
    await expect(blobs.open(key)).rejects.toThrow(BlobMissingError)
  })

  it('refuses keys that could leave the folder', async () => {
    const blobs = await openFolderBlobs(await temporaryFolder())
    await expect(blobs.read('../../etc/passwd')).rejects.toThrow(TypeError)
  })
})
