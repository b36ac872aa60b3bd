import { writeGlb } from '#lib/gltf/glb.ts'

export type BrokenGlb = { name: string; bytes: Uint8Array<ArrayBuffer> }

type Node = Record<string, unknown>

/**
 * Makes hundreds of GLBs with one defect each: truncated, with wrong lengths, or with one JSON
 * value replaced or removed.
 */
export function makeBrokenGlbs(whole: Uint8Array<ArrayBuffer>): BrokenGlb[] {
  const view = new DataView(whole.buffer)
  const jsonLength = view.getUint32(12, true)
  const jsonEnd = 20 + jsonLength
  const json = JSON.parse(new TextDecoder().decode(whole.subarray(20, jsonEnd))) as Node
  const binary = whole.slice(jsonEnd + 8)
  const binaryAt = (byteOffset: number) => jsonEnd + 8 + byteOffset
  return [
    ...cuts(whole, jsonEnd, json),
    ...wrongLengths(whole, jsonEnd),
    ...wrongValues(json, binary),
    ...wrongNumbers(whole, json, binaryAt),
    ...wrongShapes(json, binary),
  ]
}

function cuts(whole: Uint8Array<ArrayBuffer>, jsonEnd: number, json: Node): BrokenGlb[] {
  const places = new Set<number>()
  for (let at = 0; at <= 32; at++) places.add(at)
  for (const edge of [20, jsonEnd, jsonEnd + 4, jsonEnd + 8, whole.length]) {
    for (const near of [-4, -2, -1, 0, 1, 2, 4]) places.add(edge + near)
  }
  for (const { byteOffset = 0 } of json['bufferViews'] as { byteOffset?: number }[]) {
    for (const near of [-1, 0, 1]) places.add(jsonEnd + 8 + byteOffset + near)
  }
  for (let part = 1; part < 40; part++) places.add(Math.floor((whole.length * part) / 40))
  return [...places]
    .filter((at) => at >= 0 && at < whole.length)
    .map((at) => ({ name: `cut at byte ${at}`, bytes: whole.slice(0, at) }))
}

function wrongLengths(whole: Uint8Array<ArrayBuffer>, jsonEnd: number): BrokenGlb[] {
  const fields = [
    ['magic', 0],
    ['version', 4],
    ['length', 8],
    ['length of the description', 12],
    ['kind of the description', 16],
    ['length of the data', jsonEnd],
    ['kind of the data', jsonEnd + 4],
  ] as const
  return fields.flatMap(([name, at]) => {
    const right = new DataView(whole.buffer).getUint32(at, true)
    return [0, 1, 3, right + 1, right * 2, 0x7fffffff, 0xffffffff].flatMap((value) => {
      const bytes = whole.slice()
      new DataView(bytes.buffer).setUint32(at, value, true)
      // A length field that is too small does no harm if the data fits.
      const isHarmless = name === 'length' && value <= whole.length
      return isHarmless ? [] : [{ name: `${name} is ${value}`, bytes }]
    })
  })
}

function wrongValues(json: Node, binary: Uint8Array<ArrayBuffer>): BrokenGlb[] {
  const broken: BrokenGlb[] = []
  const tell = (path: string, changed: Node) =>
    broken.push({ name: path, bytes: writeGlb(changed, binary) })
  const visit = (value: unknown, path: string[]) => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inside] of Object.entries(value)) visit(inside, [...path, key])
    }
    if (path.length === 0) return
    const name = path.join('.')
    const replacements: unknown[] =
      typeof value === 'number'
        ? [-1, 0.5, 1e9, 2 ** 31, 1e300, null, '1', []]
        : typeof value === 'string'
          ? [7, null, 'x']
          : [null, 7, 'x', {}, []]
    for (const replacement of replacements) {
      tell(`${name} is ${JSON.stringify(replacement)}`, changedAt(json, path, replacement))
    }
    tell(`${name} is missing`, changedAt(json, path, undefined))
  }
  visit(json, [])
  return broken
}

function changedAt(json: Node, path: readonly string[], value: unknown): Node {
  const copy = structuredClone(json)
  let inside: Node = copy
  for (const key of path.slice(0, -1)) inside = inside[key] as Node
  const last = path.at(-1) ?? ''
  if (value === undefined) delete inside[last]
  else inside[last] = value
  return copy
}

function wrongNumbers(
  whole: Uint8Array<ArrayBuffer>,
  json: Node,
  binaryAt: (byteOffset: number) => number,
): BrokenGlb[] {
  const views = json['bufferViews'] as { byteOffset?: number }[]
  const accessors = json['accessors'] as { bufferView: number; byteOffset?: number }[]
  const [mesh] = json['meshes'] as {
    primitives: { indices: number; attributes: Record<string, number> }[]
  }[]
  const [primitive] = mesh?.primitives ?? []
  const start = (index = 0) => {
    const accessor = accessors[index]
    const view = views[accessor?.bufferView ?? 0]
    return binaryAt((view?.byteOffset ?? 0) + (accessor?.byteOffset ?? 0))
  }
  const write = (name: string, set: (view: DataView) => void): BrokenGlb => {
    const bytes = whole.slice()
    set(new DataView(bytes.buffer))
    return { name, bytes }
  }
  const position = start(primitive?.attributes['POSITION'])
  const indices = start(primitive?.indices)
  return [
    ...[Number.NaN, Infinity, -Infinity, 1e30].flatMap((value) =>
      [0, 1, 2, 5].map((place) =>
        write(`coordinate ${place} is ${value}`, (view) =>
          view.setFloat32(position + place * 4, value, true),
        ),
      ),
    ),
    ...[0, 1, 2].map((place) =>
      write(`index ${place} is too high`, (view) =>
        view.setUint16(indices + place * 2, 0xfff0, true),
      ),
    ),
  ]
}

function wrongShapes(json: Node, binary: Uint8Array<ArrayBuffer>): BrokenGlb[] {
  const views = json['bufferViews'] as Node[]
  const of = (name: string, change: Node, data = binary): BrokenGlb => ({
    name,
    bytes: writeGlb({ ...json, ...change }, data),
  })
  const addresses = [
    'texture.png',
    '../up.bin',
    'https://example.com/a.bin',
    '//example.com/a.bin',
    'file:///etc/hostname',
    'http://127.0.0.1:1/x',
    'blob:https://example.com/1',
    'javascript:alert(1)',
  ]
  return [
    of('a part inside itself', { nodes: [{ mesh: 0, children: [0] }] }),
    of('two parts inside each other', {
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, children: [1] }, { children: [0] }],
    }),
    of('a ring that no scene shows', {
      nodes: [{ mesh: 0 }, { children: [2] }, { children: [1] }],
    }),
    of('a part of two others', {
      scenes: [{ nodes: [0, 1] }],
      nodes: [{ children: [2] }, { children: [2] }, { mesh: 0 }],
    }),
    of('a ring of a thousand', {
      scenes: [{ nodes: [0] }],
      nodes: Array.from({ length: 1000 }, (_, at) => ({ mesh: 0, children: [(at + 1) % 1000] })),
    }),
    of('parts nested a hundred thousand deep', chain(100_000)),
    of('three hundred thousand parts', { nodes: Array.from({ length: 300_000 }, () => ({})) }),
    ...addresses.flatMap((uri) => [
      of(`data at ${uri}`, { buffers: [{ uri, byteLength: binary.length }] }),
      of(`a picture at ${uri}`, { images: [{ uri }] }),
    ]),
    of('an unknown extension', { extensionsRequired: ['ACME_shapes'] }),
    of('glTF 3', { asset: { version: '3.0' } }),
    of('a later glTF 2', { asset: { version: '2.0', minVersion: '2.9' } }),
    of('zeros without an end', {
      accessors: [{ componentType: 5126, type: 'VEC3', count: 2 ** 30 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    }),
    of('packed data without an end', {
      extensionsUsed: ['EXT_meshopt_compression'],
      extensionsRequired: ['EXT_meshopt_compression'],
      bufferViews: [
        {
          buffer: 0,
          byteLength: 16,
          extensions: {
            EXT_meshopt_compression: {
              buffer: 0,
              byteLength: 16,
              byteStride: 252,
              count: 2 ** 28,
              mode: 'ATTRIBUTES',
            },
          },
        },
      ],
    }),
    ...[20_000, 100_000, 2 ** 31 - 1].map((side) =>
      of(
        `a picture of ${side} pixels a side`,
        {
          images: [{ mimeType: 'image/png', bufferView: views.length }],
          bufferViews: [...views, { buffer: 0, byteLength: 48 }],
        },
        withPng(binary, side),
      ),
    ),
    ...['', '{', '[]', 'null', '"glTF"', '{"asset":', '[[[[', '\u0000\u0000\u0000\u0000'].map(
      (text) => ({ name: `the description ${JSON.stringify(text)}`, bytes: writeGlb(text) }),
    ),
    { name: 'a description without an end', bytes: writeGlb('['.repeat(2_000_000)) },
    { name: 'a web page', bytes: new TextEncoder().encode('<!doctype html><html></html>') },
    { name: 'a glTF that is text', bytes: new TextEncoder().encode(JSON.stringify(json)) },
    { name: 'nothing', bytes: new Uint8Array() },
  ]
}

function withPng(binary: Uint8Array<ArrayBuffer>, side: number): Uint8Array<ArrayBuffer> {
  const bytes = binary.slice()
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(bytes.buffer).setUint32(16, side)
  new DataView(bytes.buffer).setUint32(20, side)
  return bytes
}

const chain = (length: number) => ({
  scenes: [{ nodes: [0] }],
  nodes: Array.from({ length }, (_, at) =>
    at + 1 < length ? { children: [at + 1] } : { mesh: 0 },
  ),
})
