import { deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { glbBombs } from '#engine/testing/hostile-glbs.fixture.ts'
import { writeGlb } from '#lib/gltf/glb.ts'
import { pdfBomb } from '#server/documents/pdf-bomb.fixture.ts'

export type Bomb = {
  name: string
  path: string
  body: () => Promise<Uint8Array> | Uint8Array
  times?: number
}

const mebibyte = 1024 * 1024
/** Size of a request body in bytes, slightly less than the maximum that the server accepts. */
const bodyBytes = 31 * mebibyte
const sidePx = 6_000

const zerosBody = () => {
  const start = '{"model":"bozzetto/guide","messages":[0'
  return Buffer.from(`${start}${',0'.repeat((bodyBytes - start.length - 2) / 2)}]}`)
}

const nestedBody = () => Buffer.from('['.repeat(bodyBytes / 2) + ']'.repeat(bodyBytes / 2))

/**
 * Creates a small PNG that needs as much memory as possible when decoded: interlaced, with 16 bits
 * per channel.
 */
const pngBomb = (): Promise<Buffer> =>
  sharp({ create: { width: sidePx, height: sidePx, channels: 4, background: '#8888' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()

async function textureBomb(): Promise<Uint8Array> {
  const png = await pngBomb()
  const padded = Buffer.concat([png, Buffer.alloc(-png.length & 3)])
  const places = Array.from({ length: 12 }, (_, k) => k)
  const points = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0])
  const textures = padded.length * places.length
  return writeGlb(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [
        {
          primitives: places.map((material) => ({ attributes: { POSITION: 0 }, material })),
        },
      ],
      materials: places.map((index) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } })),
      textures: places.map((source) => ({ source })),
      images: places.map((bufferView) => ({ bufferView, mimeType: 'image/png' })),
      buffers: [{ byteLength: textures + 36 }],
      bufferViews: [
        ...places.map((k) => ({
          buffer: 0,
          byteOffset: k * padded.length,
          byteLength: png.length,
        })),
        { buffer: 0, byteOffset: textures, byteLength: 36 },
      ],
      accessors: [
        {
          bufferView: places.length,
          componentType: 5126,
          type: 'VEC3',
          count: 3,
          min: [0, 0, 0],
          max: [1, 1, 0],
        },
      ],
    },
    Buffer.concat([...places.map(() => padded), Buffer.from(points.buffer)]),
  )
}

function zipBomb(name: string, megabytes: number): Uint8Array {
  const data = deflateRawSync(Buffer.alloc(megabytes * mebibyte, ' '), { level: 9 })
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(data.length, 14)
  fields.writeUInt32LE(megabytes * mebibyte, 18)
  fields.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

const picture = (format: 'avif' | 'jpeg' | 'webp') => () => {
  const made = sharp({
    create: { width: sidePx, height: sidePx, channels: 3, background: '#888' },
  })
  if (format === 'avif') return made.avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer()
  return format === 'jpeg'
    ? made.jpeg({ progressive: true, quality: 50, chromaSubsampling: '4:4:4' }).toBuffer()
    : made.webp({ quality: 10, effort: 0 }).toBuffer()
}

export const bombs: readonly Bomb[] = [
  ...Object.entries(glbBombs).map(([name, body]) => ({
    name: `GLB: ${name}`,
    path: '/api/assets?name=bomb',
    body,
  })),
  { name: 'GLB: textures', path: '/api/assets?name=bomb', body: textureBomb },
  { name: 'PDF: text', path: '/api/documents?name=a.pdf', body: () => pdfBomb(1_500) },
  { name: 'picture: PNG', path: '/api/files?name=a.png', body: () => pngBomb() },
  { name: 'picture: JPEG', path: '/api/files?name=a.jpg', body: picture('jpeg') },
  { name: 'picture: WebP', path: '/api/files?name=a.webp', body: picture('webp') },
  { name: 'picture: AVIF', path: '/api/files?name=a.avif', body: picture('avif') },
  {
    name: 'archive: manifest',
    path: '/api/library/archive',
    body: () => zipBomb('bozzetto.json', 1_000),
  },
  { name: 'archive: chats', path: '/api/import', body: () => zipBomb('conversations.json', 1_000) },
  { name: 'JSON: 31 MB of zeros', path: '/llm/v1/chat/completions', body: zerosBody },
  { name: 'JSON: nested', path: '/llm/v1/chat/completions', body: nestedBody },
  {
    name: 'JSON: 40 of 31 MB at once',
    path: '/llm/v1/chat/completions',
    body: zerosBody,
    times: 40,
  },
]
