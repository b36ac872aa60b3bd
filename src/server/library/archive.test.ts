import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Asset } from '#contract/assets.ts'
import { newId } from '#lib/id.ts'
import { createFileService } from '../files/file-service.ts'
import { openFolderBlobs } from '../files/blobs/folder-blobs.ts'
import { noStats, png, tinyGlb } from '../generation/tasks.fixture.ts'
import { assets as assetRows, files as fileRows } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { createAssetService } from './asset-service.ts'
import { exportArchive } from './export-archive.ts'
import { importLibraryArchive } from './import-archive.ts'
import { createImportModel } from './import-model.ts'

let store: Store
let folder: string
beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-archive-'))
})
afterEach(async () => {
  await store.db.delete(assetRows)
  await store.db.delete(fileRows)
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const inspect = () =>
  Promise.resolve({ stats: noStats, issues: [], thumbnail: Buffer.from('a picture') })

async function openLibrary(name: string) {
  const blobs = await openFolderBlobs(path.join(folder, name))
  return {
    store,
    blobs,
    files: createFileService({ store, blobs }),
    assets: createAssetService(store),
    importModel: createImportModel({ store, blobs, inspect }),
  }
}

async function readArchive(library: Awaited<ReturnType<typeof openLibrary>>, bytes: Uint8Array) {
  const file = path.join(folder, 'archive.zip')
  await writeFile(file, bytes)
  const handle = await open(file)
  try {
    return await importLibraryArchive(library, handle)
  } finally {
    await handle.close()
  }
}

const getBytes = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream).arrayBuffer())

async function createZip(texts: Record<string, string>): Promise<Uint8Array> {
  const zip = new ZipWriter(new BlobWriter())
  for (const [name, text] of Object.entries(texts)) await zip.add(name, new TextReader(text))
  return new Uint8Array(await (await zip.close()).arrayBuffer())
}

const withoutPicture = ({ pictureUrl: _url, ...asset }: Asset) => asset
const manifest = (assets: unknown[]) => JSON.stringify({ format: 1, assets })

describe('archive of a library', () => {
  it('copies everything to another library, and can be imported twice', async () => {
    const here = await openLibrary('here')
    const first = await here.importModel(tinyGlb('one'), 'One')
    const second = await here.importModel(tinyGlb('two'), 'Two')
    const trashed = await here.importModel(tinyGlb('three'), 'Three')
    await here.assets.remove(trashed.id)
    const picture = await here.files.upload(await png(), 'Bear.png')
    await store.db.update(assetRows).set({ pictureFileId: picture.id })
    await here.assets.change(first.id, { isStarred: true, tags: ['toy'], folder: 'Gifts' })
    const before = (await here.assets.list({ limit: 10 })).assets

    const archive = await getBytes(exportArchive(store, here.blobs))
    await store.db.delete(assetRows)
    await store.db.delete(fileRows)
    const there = await openLibrary('there')
    expect(await readArchive(there, archive)).toEqual({ added: 2, known: 0, broken: 0 })
    const after = (await there.assets.list({ limit: 10 })).assets
    expect(after.map(withoutPicture)).toEqual(before.map(withoutPicture))
    expect(after.every(({ pictureUrl }) => pictureUrl !== undefined)).toBe(true)
    expect(Buffer.from(await there.blobs.read(second.sha256))).toEqual(Buffer.from(tinyGlb('two')))
    expect(await readArchive(there, archive)).toEqual({ added: 0, known: 2, broken: 0 })
  })

  it('contains models whose picture is missing, page by page, but no models without their file', async () => {
    const library = await openLibrary('incomplete')
    const picture = await library.files.upload(await png(), 'Bear.png')
    await library.importModel(tinyGlb('one'), 'One')
    const [row] = await store.db.select().from(assetRows)
    if (!row) throw new Error('The model is missing.')
    const copies = Array.from({ length: 101 }, () => ({ ...row, id: newId() }))
    await store.db.insert(assetRows).values(copies)
    const lost = await library.importModel(tinyGlb('lost'), 'Lost')
    await store.db.update(assetRows).set({ pictureFileId: picture.id })
    const [stored] = await store.db.select().from(fileRows)
    await library.blobs.delete(stored?.blobKey ?? '')
    await library.blobs.delete(lost.sha256)
    const archive = await getBytes(exportArchive(store, library.blobs))
    await store.db.delete(assetRows)
    expect(await readArchive(library, archive)).toEqual({ added: 102, known: 0, broken: 0 })
    const { assets } = await library.assets.list({ limit: 200 })
    expect(assets.every(({ pictureUrl }) => pictureUrl === undefined)).toBe(true)
  })

  it('is complete even if other downloads stall', async () => {
    const library = await openLibrary('standing')
    await library.importModel(tinyGlb('one'), 'One')
    const standing = Array.from({ length: 8 }, () => exportArchive(store, library.blobs))
    await Promise.all(standing.map((archive) => archive.getReader().read()))
    const archive = await getBytes(exportArchive(store, library.blobs))
    await store.db.delete(assetRows)
    expect(await readArchive(library, archive)).toEqual({ added: 1, known: 0, broken: 0 })
  })

  it('explains why a file is not an archive', async () => {
    const library = await openLibrary('refusing')
    for (const [bytes, sentence] of [
      [Buffer.from('hello'), 'damaged or not a ZIP file'],
      [await createZip({ 'a.txt': 'a' }), 'bozzetto.json is missing'],
      [await createZip({ 'bozzetto.json': '{' }), 'not JSON'],
      [await createZip({ 'bozzetto.json': '{"format":2,"assets":[]}' }), 'format'],
      [await createZip({ 'bozzetto.json': manifest([{}]) }), 'assets.0'],
    ] as const) {
      await expect(readArchive(library, bytes)).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining(sentence),
      })
    }
  })

  it('refuses file types that browsers run as scripts, and models that cannot be stored', async () => {
    const library = await openLibrary('types')
    await library.importModel(tinyGlb('one'), 'One')
    const [asset] = (await library.assets.list({ limit: 1 })).assets
    await store.db.delete(assetRows)
    const bytes = new TextDecoder('latin1').decode(tinyGlb('one'))
    const { sha256, id, createdAt } = asset!
    const one = { sha256, createdAt, hasPreview: false, isStarred: false, tags: [] }
    const types = ['text/javascript', 'model/obj\r\nX: 1']
    const archive = await createZip({
      [`models/${sha256}.bin`]: bytes,
      [`models/${sha256}.glb`]: bytes,
      'bozzetto.json': manifest([
        { ...one, id, name: 'From year zero', createdAt: '0000-01-01T00:00:00Z' },
        ...types.map((mimeType, k) => ({ ...one, id: newId(), name: `Script ${k}`, mimeType })),
      ]),
    })
    expect(await readArchive(library, archive)).toEqual({ added: 2, known: 0, broken: 1 })
    const { assets } = await library.assets.list({ limit: 10 })
    expect(assets.map(({ mimeType }) => mimeType)).toEqual(
      types.map(() => 'application/octet-stream'),
    )
  })

  it('skips a corrupted model and imports the others', async () => {
    const library = await openLibrary('changed')
    await library.importModel(tinyGlb('one'), 'One')
    const [asset] = (await library.assets.list({ limit: 1 })).assets
    const changed = {
      id: asset?.id,
      name: 'One',
      createdAt: asset?.createdAt,
      sha256: 'f'.repeat(64),
      hasPreview: false,
      isStarred: false,
      tags: [],
    }
    await store.db.delete(assetRows)
    const archive = await createZip({
      [`models/${changed.sha256}.glb`]: new TextDecoder('latin1').decode(tinyGlb()),
      'bozzetto.json': JSON.stringify({ format: 1, assets: [changed] }),
    })
    expect(await readArchive(library, archive)).toEqual({ added: 0, known: 0, broken: 1 })
  })
})
