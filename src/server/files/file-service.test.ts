import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureFileSchema } from '#contract/files.ts'
import { files as fileRows, tasks as taskRows } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { createFileService, type FileService } from './file-service.ts'
import { openFolderBlobs } from './blobs/folder-blobs.ts'

let folder: string
let store: Store
let blobs: BlobStore
let files: FileService

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-files-'))
  store = await openTestStore()
  blobs = await openFolderBlobs(folder)
  files = createFileService({ store, blobs })
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

/** Random pixels, so that a truncated file differs from the whole file. */
const noise = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp(
    Buffer.from(Array.from({ length: width * height * channels }, (_, i) => (i * 7919) % 251)),
    { raw: { width, height, channels } },
  )

async function stored(): Promise<{ rows: number; blobs: number }> {
  const names = await readdir(folder, { recursive: true })
  const rows = await store.db.select().from(fileRows)
  return { rows: rows.length, blobs: names.filter((name) => /[0-9a-f]{64}$/.test(name)).length }
}

describe('upload', () => {
  it.each([
    ['image/png', (picture: Sharp) => picture.png()],
    ['image/jpeg', (picture: Sharp) => picture.jpeg()],
    ['image/webp', (picture: Sharp) => picture.webp()],
  ])('stores a picture as %s', async (mimeType, encode) => {
    const bytes = await encode(noise(40, 30)).toBuffer()
    const file = await files.upload(bytes, 'C:\\Users\\me\\bear\u0000 \u202e.png')
    expect(pictureFileSchema.parse(file)).toMatchObject({
      mimeType,
      widthPx: 40,
      heightPx: 30,
      hasAlpha: false,
      url: `/api/files/${file.id}/content`,
      name: 'bear\uFFFD .png',
    })
  })

  it('processes 200 concurrent uploads a few at a time, and refuses none', async () => {
    let held = 0
    let mostHeld = 0
    const ids = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        files.whenRoom(async () => {
          mostHeld = Math.max(mostHeld, ++held)
          const bytes = await sharp({
            create: { width: 20, height: 20, channels: 3, background: { r: at, g: 9, b: 200 } },
          })
            .png()
            .toBuffer()
          const { id } = await files.upload(bytes, 'a.png')
          held--
          return id
        }),
      ),
    )
    expect(new Set(ids).size).toBe(200)
    expect(mostHeld).toBeLessThanOrEqual(20)
  })

  it('stores identical uploads once', async () => {
    const bytes = await noise(41, 30).png().toBuffer()
    const [first, second] = await Promise.all([
      files.upload(bytes, 'first.png'),
      files.upload(bytes, 'second.png'),
    ])
    expect(second.id).toBe(first.id)
    expect((await files.upload(bytes, 'third.png')).id).toBe(first.id)
  })

  it('stores the file again if it is missing on the disk', async () => {
    const bytes = await noise(42, 30).png().toBuffer()
    const { id } = await files.upload(bytes, 'a.png')
    const { blobKey } = (await files.find(id))!
    await blobs.delete(blobKey)
    expect((await files.upload(bytes, 'a.png')).id).toBe(id)
    expect(await blobs.sizeOf(blobKey)).toBeGreaterThan(0)
  })

  it('rotates a picture upright and removes all metadata', async () => {
    const bytes = await noise(50, 20)
      .jpeg()
      .withExif({ IFD0: { Artist: 'someone', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const file = await files.upload(bytes, 'photo.jpg')
    expect(file).toMatchObject({ widthPx: 20, heightPx: 50 })
    const kept = await blobs.read((await files.find(file.id))!.blobKey)
    const { exif, icc, orientation } = await sharp(kept).metadata()
    expect({ exif, icc, orientation }).toEqual({})
  })

  it('converts CMYK to RGB', async () => {
    const bytes = await noise(50, 20).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    const { id } = await files.upload(bytes, 'print.jpg')
    const kept = await blobs.read((await files.find(id))!.blobKey)
    expect((await sharp(kept).metadata()).space).toBe('srgb')
  })

  it('detects whether an alpha channel has transparent pixels', async () => {
    const cutOut = await noise(50, 21, 4).png().toBuffer()
    expect(await files.upload(cutOut, 'a.png')).toMatchObject({ hasAlpha: true })
    const opaque = await noise(50, 22).ensureAlpha().png().toBuffer()
    expect(await files.upload(opaque, 'b.png')).toMatchObject({ hasAlpha: false })
  })

  it('converts AVIF to a format that every service accepts', async () => {
    const photo = await files.upload(await noise(60, 40).avif().toBuffer(), 'photo.avif')
    expect(photo).toMatchObject({ mimeType: 'image/jpeg', widthPx: 60, hasAlpha: false })
    const cutOut = await files.upload(await noise(60, 41, 4).avif().toBuffer(), 'cut.avif')
    expect(cutOut).toMatchObject({ mimeType: 'image/png', heightPx: 41, hasAlpha: true })
  })

  it('converts TIFF and GIF to formats that every service accepts', async () => {
    const scan = await files.upload(await noise(60, 42).tiff().toBuffer(), 'scan.tif')
    expect(scan).toMatchObject({ mimeType: 'image/jpeg', widthPx: 60, hasAlpha: false })
    const cutOut = await files.upload(
      await noise(60, 43, 4).tiff({ compression: 'deflate' }).toBuffer(),
      'cut.tiff',
    )
    expect(cutOut).toMatchObject({ mimeType: 'image/png', heightPx: 43, hasAlpha: true })
    const icon = await files.upload(await noise(60, 44).gif().toBuffer(), 'icon.gif')
    expect(icon).toMatchObject({ mimeType: 'image/png', heightPx: 44 })
  })

  it('lists the pictures by last use', async () => {
    const first = await files.upload(await noise(70, 40).png().toBuffer(), 'first.png')
    const second = await files.upload(await noise(70, 41).png().toBuffer(), 'second.png')
    expect((await files.recent(2)).map(({ id }) => id)).toEqual([second.id, first.id])
    await store.db.insert(taskRows).values({
      id: 'task',
      modelId: 'm',
      provider: 'p',
      params: {},
      status: 'completed',
      pictureFileId: first.id,
      createdAt: new Date(Date.now() + 1000),
    })
    expect((await files.recent(2)).map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('stores the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 30, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    expect(await files.upload(bytes, 'a.webp')).toMatchObject({ widthPx: 30, heightPx: 30 })
  })
})

describe('upload of an invalid file', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string, RegExp]>([
    ['an empty file', () => Buffer.alloc(0), 'bad_picture', /empty/],
    ['a text named .png', () => Buffer.from('Dear diary'), 'bad_picture', /a text file/],
    ['a PNG cut in half', async () => cut(await png(), 0.5), 'bad_picture', /damaged/],
    ['a PNG without its last rows', async () => cut(await png(), 0.97), 'bad_picture', /damaged/],
    ['a PNG of its header only', async () => cut(await png(), 0.01), 'bad_picture', /damaged/],
    [
      'a truncated JPEG',
      async () => cut(await noise(400, 300).jpeg().toBuffer(), 0.9),
      'bad_picture',
      /damaged/,
    ],
    ['a PNG of 30,000 × 30,000 px', bomb, 'bad_picture', /30,000 × 30,000 px/],
    ['a side of 2 px', () => noise(2, 6000).png().toBuffer(), 'bad_picture', /only 2 × 6,000 px/],
    ['more than 20 MB', () => Buffer.alloc(21 * 1024 * 1024), 'too_large', /21 MB/],
    ['a BMP', () => Buffer.from('BM'.padEnd(64)), 'bad_picture', /a BMP/],
    ['an SVG', () => Buffer.from('<?xml version="1.0"?><svg/>'), 'bad_picture', /an SVG/],
    [
      'a HEIC of its header only',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'),
      'bad_picture',
      /damaged/,
    ],
    [
      'data',
      () => Buffer.from([1, 2, 3, 4, 5, 6]),
      'bad_picture',
      /not a picture format that is supported/,
    ],
  ])('explains the refusal and stores nothing: %s', async (_case, make, code, message) => {
    const before = await stored()
    const bytes = await make()
    await expect(files.upload(bytes, 'bad.png')).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
    expect(await stored()).toEqual(before)
  })

  it('upload refuses a decompression bomb without decoding it', async () => {
    await expect(files.upload(await bomb(), 'bomb.png')).rejects.toThrow('30,000')
  })
})

const png = () => noise(400, 300).png().toBuffer()
const cut = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part))

/** Creates a white picture with 2.7 GB of pixels in 3 MB. The test needs only its header. */
async function bomb(): Promise<Buffer> {
  const small = await sharp({
    create: { width: 64, height: 64, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer()
  const bytes = Buffer.from(small)
  bytes.writeUInt32BE(30_000, 16)
  bytes.writeUInt32BE(30_000, 20)
  return withHeaderChecksum(bytes)
}

function withHeaderChecksum(bytes: Buffer): Buffer {
  let crc = 0xffffffff
  for (const byte of bytes.subarray(12, 29)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  bytes.writeUInt32BE(~crc >>> 0, 29)
  return bytes
}

const picture = (side: number) => noise(side, side).png({ compressionLevel: 0 }).toBuffer()

describe('upload limit of an API key', () => {
  it('counts the uploaded bytes of each key separately', async () => {
    const bounded = createFileService({ store, blobs, keyBytesMax: 1_000 })
    await bounded.upload(await picture(64), 'a.png', { keyId: 'key-a' })
    await expect(
      bounded.upload(await picture(66), 'b.png', { keyId: 'key-a' }),
    ).rejects.toMatchObject({ code: 'storage_full', message: expect.stringContaining('This key') })
    await bounded.upload(await picture(65), 'c.png', { keyId: 'key-b' })
    await bounded.upload(await picture(66), 'b.png')
  })
})
