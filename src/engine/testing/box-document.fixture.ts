import { Document, type Node } from '@gltf-transform/core'

const quads = [
  [1, 3, 7, 5],
  [0, 4, 6, 2],
  [2, 6, 7, 3],
  [0, 1, 5, 4],
  [4, 5, 7, 6],
  [0, 2, 3, 1],
] as const

type Half = readonly [x: number, y: number, z: number]

/** A box around the origin, which reaches as far as `half` says along each axis, as triangles. */
export function boxSolid(half: Half): {
  positions: Float32Array<ArrayBuffer>
  indices: Uint32Array<ArrayBuffer>
} {
  const corners = Array.from({ length: 8 }, (_, k) =>
    half.map((size, axis) => (k & (1 << axis) ? size : -size)),
  )
  const indices = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])
  return { positions: Float32Array.from(corners.flat()), indices: Uint32Array.from(indices) }
}

/** A scene of one box without normals around the origin, which reaches as far as `half` says along each axis. */
export function boxDocument(half: Half): {
  document: Document
  node: Node
} {
  const document = new Document()
  const buffer = document.createBuffer()
  const box = boxSolid(half)
  const positions = document
    .createAccessor()
    .setType('VEC3')
    .setArray(box.positions)
    .setBuffer(buffer)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', positions)
    .setIndices(
      document
        .createAccessor()
        .setType('SCALAR')
        .setArray(Uint16Array.from(box.indices))
        .setBuffer(buffer),
    )
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive))
  document.createScene().addChild(node)
  return { document, node }
}
