import { Matrix4, Quaternion, Vector3 } from 'three'

/** Kinds of chunks (3D Studio file format, section on keyframes). */
const kinds = {
  main: 0x4d4d,
  model: 0x3d3d,
  named: 0x4000,
  mesh: 0x4100,
  matrix: 0x4160,
  keyframes: 0xb000,
  firstNode: 0xb001,
  object: 0xb002,
  lastNode: 0xb007,
  header: 0xb010,
  pivot: 0xb013,
  position: 0xb020,
  rotation: 0xb021,
  scale: 0xb022,
  id: 0xb030,
}
const chunkHeaderBytes = 6
const matrixBytes = 48
/**
 * Maximum number of objects. The time to check the hierarchy grows with the square of the number of
 * objects.
 */
const nodesMax = 2000
/** Each of the lowest five bits of a key's flags means one more number in the key. */
const curveBits = 5
const noParent = 0xff_ff
const framesPerSecond = 30

export type Track<Value> = { readonly seconds: number; readonly value: Value }[]

export type KeyframeNode = {
  readonly id: number
  readonly parent: number | undefined
  readonly name: string
  readonly pivot: Vector3
  readonly positions: Track<Vector3>
  readonly rotations: Track<Quaternion>
  readonly scales: Track<Vector3>
}

type Chunk = { readonly kind: number; readonly start: number; readonly end: number }

function* getChunks(view: DataView, start: number, end: number): Generator<Chunk> {
  for (let at = start; at + chunkHeaderBytes <= end;) {
    const size = Math.max(chunkHeaderBytes, view.getUint32(at + 2, true))
    const kind = view.getUint16(at, true)
    yield { kind, start: at + chunkHeaderBytes, end: Math.min(end, at + size) }
    at += size
  }
}

function findChunks(view: DataView, { start, end }: Omit<Chunk, 'kind'>, kind: number): Chunk[] {
  return [...getChunks(view, start, end)].filter((chunk) => chunk.kind === kind)
}

/** Returns the matrix that moves each mesh to its place in the scene, by the name of the mesh. */
export function readMatrices(view: DataView): Map<string, Matrix4> {
  const all = { start: 0, end: view.byteLength }
  const named = findChunks(view, all, kinds.main)
    .flatMap((main) => findChunks(view, main, kinds.model))
    .flatMap((model) => findChunks(view, model, kinds.named))
  return new Map(
    named.flatMap(({ start, end }): [string, Matrix4][] => {
      const name = readName(view, start, end)
      const [matrix] = findChunks(
        view,
        { start: start + name.length + 1, end },
        kinds.mesh,
      ).flatMap((mesh) => findChunks(view, mesh, kinds.matrix))
      if (!matrix || matrix.start + matrixBytes > end) return []
      const [x, y, z, origin] = [0, 12, 24, 36].map((at) => readVector(view, matrix.start + at))
      if (!x || !y || !z || !origin) return []
      return [[name, new Matrix4().makeBasis(x, y, z).setPosition(origin)]]
    }),
  )
}

function readName(view: DataView, start: number, end: number): string {
  let name = ''
  for (let at = start; at < end && view.getUint8(at) !== 0; at++) {
    name += String.fromCodePoint(view.getUint8(at))
  }
  return name
}

/**
 * Reads the hierarchy and the motion of objects. `attached` counts the objects attached to a camera
 * or a light, which are left out.
 */
export function readKeyframes(view: DataView): { nodes: KeyframeNode[]; attached: number } {
  const all = { start: 0, end: view.byteLength }
  const chunks = findChunks(view, all, kinds.main)
    .flatMap((main) => findChunks(view, main, kinds.keyframes))
    .flatMap(({ start, end }) => [...getChunks(view, start, end)])
    .filter(({ kind }) => kind >= kinds.firstNode && kind <= kinds.lastNode)
  const found = chunks.map(({ kind, start, end }, order) => ({
    isObject: kind === kinds.object,
    node: readNode(view, { start, end, order }),
  }))
  const objects = found.filter(({ isObject }) => isObject).map(({ node }) => node)
  const known = new Map(objects.map((node) => [node.id, node]))
  const isFree = ({ parent }: KeyframeNode, depth = 0): boolean => {
    if (parent === undefined) return true
    const above = known.get(parent)
    return above !== undefined && depth < objects.length && isFree(above, depth + 1)
  }
  const nodes = objects.length > nodesMax ? [] : objects.filter((node) => isFree(node))
  return { nodes, attached: objects.length - nodes.length }
}

type NodePlace = { readonly start: number; readonly end: number; readonly order: number }

function readNode(view: DataView, { start, end, order }: NodePlace): KeyframeNode {
  let id = order
  let name = ''
  let parent: number | undefined
  let pivot = new Vector3()
  let positions: Track<Vector3> = []
  let rotations: Track<Quaternion> = []
  let scales: Track<Vector3> = []
  for (const chunk of getChunks(view, start, end)) {
    if (chunk.kind === kinds.id) id = view.getUint16(chunk.start, true)
    if (chunk.kind === kinds.pivot) pivot = readVector(view, chunk.start)
    if (chunk.kind === kinds.position) positions = readTrack(view, chunk, 12, readVector)
    if (chunk.kind === kinds.scale) scales = readTrack(view, chunk, 12, readVector)
    if (chunk.kind === kinds.rotation) {
      rotations = accumulate(readTrack(view, chunk, 16, readTurn))
    }
    if (chunk.kind !== kinds.header) continue
    name = readName(view, chunk.start, chunk.end)
    const at = chunk.start + name.length
    const stated = at + 7 <= chunk.end ? view.getUint16(at + 5, true) : noParent
    parent = stated === noParent ? undefined : stated
  }
  return { id, parent, name, pivot, positions, rotations, scales }
}

// oxlint-disable-next-line max-params -- a reader per kind of value
function readTrack<Value>(
  view: DataView,
  { start, end }: Chunk,
  bytes: number,
  read: (view: DataView, at: number) => Value,
): Track<Value> {
  const track: Track<Value> = []
  const count = view.getUint32(start + 10, true)
  let at = start + 14
  for (let key = 0; key < count && at + 6 + bytes <= end; key++) {
    const seconds = view.getInt32(at, true) / framesPerSecond
    const flags = view.getUint16(at + 4, true)
    at += 6
    for (let bit = 0; bit < curveBits; bit++) if (flags & (1 << bit)) at += 4
    if (at + bytes > end) break
    track.push({ seconds, value: read(view, at) })
    at += bytes
  }
  return track.toSorted((a, b) => a.seconds - b.seconds)
}

const readVector = (view: DataView, at: number): Vector3 =>
  new Vector3(
    view.getFloat32(at, true),
    view.getFloat32(at + 4, true),
    view.getFloat32(at + 8, true),
  )

/** Reads a rotation, whose angle is clockwise in 3DS files. */
function readTurn(view: DataView, at: number): Quaternion {
  const axis = readVector(view, at + 4)
  if (axis.lengthSq() === 0) axis.set(0, 1, 0)
  return new Quaternion().setFromAxisAngle(axis.normalize(), -view.getFloat32(at, true))
}

/** Converts rotations relative to the previous key to absolute rotations. */
function accumulate(track: Track<Quaternion>): Track<Quaternion> {
  let before: Quaternion | undefined
  return track.map(({ seconds, value }) => {
    before = before ? before.clone().multiply(value) : value
    return { seconds, value: before.clone() }
  })
}
