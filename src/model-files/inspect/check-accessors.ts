import { toOwnBytes } from '#lib/own-bytes.ts'
import { componentBytes, componentCounts } from '#lib/gltf/gltf-accessor.ts'
import { damagedGlb } from '../errors.ts'
import { type Json, at, toCount, toObjectList, toObject } from '../glb/glb-json.ts'

/** Returns the number of components of an accessor's elements, 0 for an unknown type. */
export const countComponents = ({ type }: Json): number =>
  typeof type === 'string' ? (componentCounts[type] ?? 0) : 0

/** Returns the number of bytes of an accessor's components, 0 for an unknown type. */
export const getComponentBytes = ({ componentType }: Json): number =>
  componentBytes[Number(componentType)] ?? 0

/** Largest coordinate, whose square fits in a 32-bit float, even in a scaled model. */
const coordinateMax = 1e15

const outside = () => damagedGlb('an accessor lies outside the file')

/**
 * Checks that every accessor's data is inside the file (glTF 2.0, sections 3.6.2 and 5.1) and
 * finite, and limits its size.
 * @throws {BrokenModelError} otherwise.
 */
export function checkAccessors(root: Json, binary: Uint8Array, elementsMax: number): void {
  const views = toObjectList(root['bufferViews'])
  checkViews(root, binary)
  const scan = createScanner(root, binary)
  const positions = positionAccessors(root)
  toObjectList(root['accessors']).forEach((accessor, index) => {
    const size = componentBytes[Number(accessor['componentType'])]
    if (size === undefined || countComponents(accessor) === 0) {
      throw damagedGlb('an accessor has an unknown type')
    }
    if (!isCount(accessor['count'])) throw damagedGlb('an accessor has no count')
    if (toCount(accessor['count']) > elementsMax) {
      throw damagedGlb('it claims more data than it contains')
    }
    if (accessor['bufferView'] !== undefined) {
      fits(views, {
        index: accessor['bufferView'],
        byteOffset: accessor['byteOffset'],
        list: accessor,
        size,
      })
    }
    const sparse = accessor['sparse']
    if (sparse !== undefined) checkSparse(views, { accessor, sparse: toObject(sparse), size })
    if (positions.has(index) && accessor['componentType'] === 5126) {
      scan(accessor, (value) => {
        // The negated comparison also rejects NaN.
        if (!(Math.abs(value) < coordinateMax)) {
          throw damagedGlb('some coordinates are too large or not valid numbers')
        }
      })
    }
  })
}

function checkViews(root: Json, binary: Uint8Array): void {
  const buffers = toObjectList(root['buffers'])
  buffers.forEach(({ uri, byteLength }, index) => {
    if (!isCount(byteLength)) throw damagedGlb('a buffer has no length')
    // The first buffer may have no address, because the binary chunk holds its data.
    if (uri === undefined && index === 0 && toCount(byteLength) > binary.byteLength) throw outside()
    if (typeof uri === 'string' && toCount(byteLength) > uri.length) throw outside()
  })
  let unpackedBytes = 0
  for (const view of toObjectList(root['bufferViews'])) {
    const { byteOffset = 0, byteLength, byteStride, extensions } = view
    const buffer = at(buffers, view['buffer'])
    if (!isCount(buffer['byteLength']) || !isCount(byteLength) || !isOffset(byteOffset)) {
      throw outside()
    }
    if (byteStride !== undefined && !(isCount(byteStride) && Number(byteStride) <= 252)) {
      throw damagedGlb('a buffer view has an invalid stride')
    }
    for (const [name, packed] of Object.entries(toObject(extensions))) {
      if (name.endsWith('_meshopt_compression')) {
        unpackedBytes += checkPacked(buffers, toObject(packed))
      }
    }
    const isPacked = Object.keys(toObject(extensions)).length > 0
    // Only compressed views may refer to a buffer without data.
    const hasData = view['buffer'] === 0 || typeof buffer['uri'] === 'string'
    const end = Number(byteOffset) + Number(byteLength)
    if (!isPacked && (!hasData || end > Number(buffer['byteLength']))) throw outside()
  }
  if (unpackedBytes > unpackedBytesMax) throw damagedGlb('it claims more data than it contains')
}

/**
 * Maximum unpacked size of all buffer views, in bytes. The page allocates the declared size before
 * decoding.
 */
const unpackedBytesMax = 2 ** 30
/** Largest plausible compression ratio. meshoptimizer 1.3 compresses zeros by 1,022 to 1. */
const packingRatioMax = 2_048
/** Unpacked bytes that are always allowed, because headers dominate the size of small views. */
const packingBytesMin = 64 * 1024

function checkPacked(buffers: readonly Json[], packed: Json): number {
  const { byteOffset = 0, byteLength, count, byteStride } = packed
  const buffer = at(buffers, packed['buffer'])
  if (!isCount(byteLength) || !isCount(count) || !isCount(byteStride) || !isOffset(byteOffset)) {
    throw outside()
  }
  if (Number(byteOffset) + Number(byteLength) > Number(buffer['byteLength'] ?? 0)) throw outside()
  const unpackedBytes = Number(count) * Number(byteStride)
  if (unpackedBytes > Number(byteLength) * packingRatioMax + packingBytesMin) {
    throw damagedGlb('it claims more data than it contains')
  }
  return unpackedBytes
}

type SparseAccessor = {
  readonly accessor: Json
  readonly sparse: Json
  readonly size: number
}

function checkSparse(views: readonly Json[], { accessor, sparse, size }: SparseAccessor): void {
  const { count, indices, values } = sparse
  if (!isCount(count) || Number(count) > Number(accessor['count'])) throw outside()
  const { bufferView, byteOffset, componentType } = toObject(indices)
  const indexSize = componentBytes[Number(componentType)]
  if (indexSize === undefined) throw damagedGlb('an accessor has an unknown type')
  fits(views, { index: bufferView, byteOffset, list: { count, type: 'SCALAR' }, size: indexSize })
  const { bufferView: valuesView, byteOffset: valuesOffset } = toObject(values)
  fits(views, {
    index: valuesView,
    byteOffset: valuesOffset,
    list: { count, type: accessor['type'] },
    size,
  })
}

type ViewUse = {
  readonly index: unknown
  readonly byteOffset: unknown
  readonly list: Json
  readonly size: number
}

function fits(views: readonly Json[], { index, byteOffset, list, size }: ViewUse): void {
  const view = typeof index === 'number' ? views[index] : undefined
  const start = byteOffset ?? 0
  if (!view || !isOffset(start)) throw outside()
  const entry = countComponents(list) * size
  const stride = toCount(view['byteStride']) || entry
  const end = Number(start) + stride * (toCount(list['count']) - 1) + entry
  if (end > toCount(view['byteLength']) || Number(start) % size !== 0) throw outside()
}

type Scan = (accessor: Json, visit: (value: number) => void) => void

/**
 * Returns a function that reads the elements of accessors, except compressed and external
 * accessors.
 */
export function createScanner(root: Json, binary: Uint8Array): Scan {
  const { buffer, byteOffset, byteLength } = toOwnBytes(binary)
  const views = toObjectList(root['bufferViews'])
  return (accessor, visit) => {
    const index = accessor['bufferView']
    const view = typeof index === 'number' ? views[index] : undefined
    const kind = kinds[Number(accessor['componentType'])]
    if (!view || !kind || view['buffer'] !== 0 || view['extensions']) return
    const size = kind.BYTES_PER_ELEMENT
    const width = countComponents(accessor)
    const step = (toCount(view['byteStride']) || width * size) / size
    const length = step * (toCount(accessor['count']) - 1) + width
    const start = byteOffset + toCount(view['byteOffset']) + toCount(accessor['byteOffset'])
    const end = start + length * size
    if (!Number.isSafeInteger(step) || end > byteOffset + byteLength) return
    // A typed array cannot view unaligned data, so unaligned data is copied.
    const values =
      start % size === 0 ? new kind(buffer, start, length) : new kind(buffer.slice(start, end))
    // A plain loop is faster for millions of numbers.
    for (let entry = 0; entry < length; entry += step) {
      for (let part = 0; part < width; part++) visit(values[entry + part] ?? 0)
    }
  }
}

type Kind = typeof Float32Array | typeof Uint8Array | typeof Uint16Array | typeof Uint32Array
const kinds: Readonly<Record<number, Kind | undefined>> = {
  5121: Uint8Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
}

function positionAccessors(root: Json): Set<number> {
  const found = new Set<number>()
  for (const mesh of toObjectList(root['meshes'])) {
    for (const primitive of toObjectList(mesh['primitives'])) {
      const index = toObject(primitive['attributes'])['POSITION']
      if (typeof index === 'number') found.add(index)
    }
  }
  return found
}

const isOffset = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0
