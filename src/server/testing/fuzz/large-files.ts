import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { writeGlb } from '#lib/gltf/glb.ts'
import { pdfBomb } from '../../documents/pdf-bomb.fixture.ts'
import type { LargeRequest } from './large-bodies.ts'

const mebibyte = 1024 * 1024
const boundary = 'a-boundary'
const formType = `multipart/form-data; boundary=${boundary}`

/** Returns the same incompressible bytes at each call. */
export function noise(length: number): Buffer {
  const words = new Uint32Array(Math.ceil(length / 4))
  let state = 12_345
  for (let at = 0; at < words.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    words[at] = state ^ (state >>> 15)
  }
  return Buffer.from(words.buffer, 0, length)
}

const raw = (sidePx: number, channels: 3 | 4) =>
  sharp(noise(sidePx * sidePx * channels), { raw: { width: sidePx, height: sidePx, channels } })

const flat = (sidePx: number, channels: 3 | 4) =>
  sharp({ create: { width: sidePx, height: sidePx, channels, background: '#888' } })

const pictures: readonly [string, () => Promise<Uint8Array>][] = [
  ['PNG of 19 MB', () => raw(2_560, 3).png({ compressionLevel: 1 }).toBuffer()],
  ['PNG of 6000² with alpha', () => flat(6_000, 4).png({ compressionLevel: 1 }).toBuffer()],
  ['JPEG of 6000²', () => raw(6_000, 3).jpeg({ quality: 40 }).toBuffer()],
  ['WebP of 2000²', () => raw(2_000, 4).webp({ lossless: true, effort: 0 }).toBuffer()],
  ['AVIF of 6000²', () => flat(6_000, 3).avif({ effort: 0 }).toBuffer()],
  ['20 MB that are no picture', () => Promise.resolve(noise(20 * mebibyte))],
]

const part = (head: string, content: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
const formEnd = Buffer.from(`--${boundary}--\r\n`)
const formBytes = 31 * mebibyte
const repeated = (unit: Buffer) => Buffer.alloc(formBytes - (formBytes % unit.length), unit)

const forms: readonly [string, () => Uint8Array][] = [
  [
    '270,000 parts',
    () => Buffer.concat([repeated(part('name="a"; filename="b"', Buffer.from('x'))), formEnd]),
  ],
  ['400,000 fields', () => Buffer.concat([repeated(part('name="a"', Buffer.alloc(0))), formEnd])],
  [
    'one file of noise',
    () => Buffer.concat([part('name="file"; filename="a.png"', noise(formBytes - 1_000)), formEnd]),
  ],
  [
    'beginnings of boundaries',
    () =>
      Buffer.concat([
        part(
          'name="file"; filename="a.png"',
          repeated(Buffer.from(`\r\n--${boundary.slice(0, -1)}`)),
        ),
        formEnd,
      ]),
  ],
  [
    'line ends',
    () =>
      Buffer.concat([part('name="file"; filename="a"', repeated(Buffer.from('\r\n'))), formEnd]),
  ],
  [
    'one field',
    () => Buffer.concat([part('name="file"', Buffer.alloc(formBytes - 1_000, 'x')), formEnd]),
  ],
  [
    'one header',
    () =>
      Buffer.concat([part(`name="${'x'.repeat(formBytes - 1_000)}"`, Buffer.alloc(0)), formEnd]),
  ],
  ['headers', () => repeated(Buffer.from(`--${boundary}\r\n${'A: b\r\n'.repeat(2_000)}\r\n`))],
  ['nothing of a form', () => Buffer.alloc(formBytes, '-')],
]

const triangle = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, type: 'VEC3', count: 3, min: [0, 0, 0], max: [1, 1, 0] },
  ],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
}
const points = Buffer.from(Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)

const models: readonly [string, () => Uint8Array][] = [
  [
    'GLB of 250 MB',
    () => {
      const binary = new Uint8Array(Buffer.concat([points, noise(250 * mebibyte)]))
      return writeGlb({ ...triangle, buffers: [{ byteLength: binary.length }] }, binary)
    },
  ],
  [
    'GLB of 4 million triangles',
    () => {
      const count = 12_000_000
      const binary = new Uint8Array(noise(count * 12))
      return writeGlb(
        {
          ...triangle,
          buffers: [{ byteLength: binary.length }],
          bufferViews: [{ buffer: 0, byteLength: binary.length }],
          accessors: [{ ...triangle.accessors[0], count }],
        },
        binary,
      )
    },
  ],
  [
    'GLB of 300,000 nodes',
    () =>
      writeGlb({
        ...triangle,
        scenes: [{ nodes: Array.from({ length: 300_000 }, (_, k) => k) }],
        nodes: Array.from({ length: 300_000 }, (_, k) => ({
          name: `Node ${k}`,
          translation: [k, 0, 0],
        })),
      }),
  ],
  [
    'STL of 200 MB',
    () => Buffer.concat([Buffer.alloc(80), Buffer.from([0, 0, 64, 0]), noise(200 * mebibyte)]),
  ],
]

const documents: readonly [string, () => Uint8Array][] = [
  ['words', () => Buffer.alloc(31 * mebibyte, 'How do I print a model?\n')],
  ['Chinese', () => Buffer.alloc(31 * mebibyte - 1, '陶土')],
  ['control characters', () => Buffer.alloc(31 * mebibyte, '\u0001\u007f\u202e\n')],
  ['bytes', () => noise(31 * mebibyte)],
  ['UTF-16', () => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(31 * mebibyte, 'a\0')])],
  ['PDF: text', () => pdfBomb(1_500)],
  ['PDF: bytes', () => Buffer.concat([Buffer.from('%PDF-1.4\n'), noise(31 * mebibyte)])],
]

const chatsBeganAt = Math.floor(Date.now() / 1000) - 5_000_000

/** Creates a conversation in ChatGPT's format with `count` messages in one branch. */
export function createChatGptExport(id: string, count: number, text: string): object {
  const getId = (k: number) => `${id}-${k}`
  const nodes = Array.from({ length: count }, (_, k) => [
    getId(k),
    {
      id: getId(k),
      parent: k > 0 ? getId(k - 1) : null,
      children: [getId(k + 1)],
      message: {
        author: { role: k % 2 ? 'assistant' : 'user' },
        content: { content_type: 'text', parts: [text] },
        create_time: chatsBeganAt + k,
        metadata: { model_slug: 'x' },
      },
    },
  ])
  return { id, title: id, create_time: chatsBeganAt, mapping: Object.fromEntries(nodes) as object }
}
export const toJsonFile = (list: readonly object[]) => Buffer.from(JSON.stringify(list))
const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, k) => `${prefix}${k}`)

const chats: readonly [string, () => Uint8Array][] = [
  [
    '16,000 messages',
    () => toJsonFile([createChatGptExport('long', 16_000, 'Hello there. '.repeat(8))]),
  ],
  [
    'one of 120,000 messages',
    () => toJsonFile([createChatGptExport('longer', 120_000, 'Hello. ')]),
  ],
  [
    '6,000 conversations',
    () => toJsonFile(names(6_000, 'many').map((id) => createChatGptExport(id, 12, 'Hello. '))),
  ],
  [
    '25 messages of 4 MB',
    () => toJsonFile([createChatGptExport('fat', 25, 'x'.repeat(4_000_000))]),
  ],
  [
    'ten conversations with a message of 4 MB in Chinese',
    () =>
      toJsonFile(names(10, 'han').map((id) => createChatGptExport(id, 1, '陶'.repeat(1_390_000)))),
  ],
  [
    '2,000 messages of 50 KB',
    () => toJsonFile([createChatGptExport('wide', 2_000, 'word '.repeat(10_000))]),
  ],
  ['a hundred megabytes of nothing', () => Buffer.alloc(100 * mebibyte, ' ')],
  ['zeros', () => Buffer.from(`[0${',0'.repeat(40 * mebibyte)}]`)],
  ['nested', () => Buffer.from('['.repeat(20 * mebibyte) + ']'.repeat(20 * mebibyte))],
  [
    'mappings that are none',
    () => toJsonFile(names(100_000, 'no').map((title) => ({ title, mapping: 0 }))),
  ],
  [
    'ZIP of ChatGPT’s',
    () =>
      zipSync({
        'conversations.json': toJsonFile(
          names(3_000, 'zip').map((id) => createChatGptExport(id, 12, 'Hello. ')),
        ),
      }),
  ],
  [
    'ZIP of 60,000 files',
    () =>
      zipSync(
        Object.fromEntries(
          names(60_000, 'conversations/').map((name) => [`${name}.json`, strToU8('{}')]),
        ),
        { level: 0 },
      ),
  ],
]

const archives: readonly [string, () => Uint8Array][] = [
  [
    '20,000 models that are missing',
    () =>
      zipSync({
        'bozzetto.json': strToU8(
          JSON.stringify({
            format: 1,
            assets: names(20_000, '').map((k) => ({
              id: k.padStart(20, 'a'),
              name: `Model ${k}`,
              createdAt: '2026-01-02T03:04:05.000Z',
              sha256: k.padStart(64, '0'),
              hasPreview: false,
              isStarred: false,
              tags: ['a'],
            })),
          }),
        ),
      }),
  ],
  [
    '60,000 files',
    () =>
      zipSync(Object.fromEntries(names(60_000, 'f').map((name) => [name, strToU8('{}')])), {
        level: 0,
      }),
  ],
  ['noise', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), noise(64 * mebibyte)])],
]

const modelFiles: readonly [string, () => Uint8Array][] = [
  ['zeros', () => Buffer.from(`{"a":[0${',0'.repeat(250_000)}]}`)],
  [
    'names',
    () =>
      Buffer.from(
        JSON.stringify({
          id: 'a/b',
          input_schema: {
            type: 'object',
            properties: Object.fromEntries(
              names(9_000, 'p').map((name) => [name, { type: 'string' }]),
            ),
          },
        }),
      ),
  ],
  ['one text', () => Buffer.from(`{"id":"${'x'.repeat(500_000)}"}`)],
]

type Upload = {
  readonly what: string
  readonly target: string
  readonly type?: string
}

const all = (
  list: readonly [string, () => Promise<Uint8Array> | Uint8Array][],
  { what, target, type }: Upload,
): LargeRequest[] =>
  list.map(([name, body]) => ({
    name: `${what}: ${name}`,
    method: 'POST',
    target,
    body,
    ...(type !== undefined && { type }),
  }))

/** Files of the maximum size for every route that accepts a file. */
export const largeFiles: readonly LargeRequest[] = [
  ...all(pictures, { what: 'picture', target: '/api/files?name=a.png' }),
  ...all(pictures.slice(0, 2), {
    what: 'picture of a client',
    target: '/model/v1/files?name=a.png',
  }),
  ...all(forms, { what: 'form', target: '/model/v1/files', type: formType }),
  ...all(models, { what: 'model', target: '/api/assets?name=large' }),
  ...all(documents, { what: 'document', target: '/api/documents?name=a.txt' }),
  ...all(chats, { what: 'chats', target: '/api/import' }),
  ...all(archives, { what: 'archive', target: '/api/library/archive' }),
  ...all(modelFiles, { what: 'model file', target: '/api/model-files' }),
]
