import { Document, type Node } from '@gltf-transform/core'

const quads = [
  [1, 3, 7, 5],
  [0, 4, 6, 2],
  [2, 6, 7, 3],
  [0, 1, 5, 4],
  [4, 5, 7, 6],
  [0, 2, 3, 1],
] as const

/** A scene of one box without normals around the origin, which reaches as far as `half` says along each axis. */
export function boxDocument(half: readonly [x: number, y: number, z: number]): {
  document: Document
  node: Node
} {
  const document = new Document()
  const buffer = document.createBuffer()
  const corners = Array.from({ length: 8 }, (_, k) =>
    half.map((size, axis) => (k & (1 << axis) ? size : -size)),
  )
  const indices = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])
  const positions = document
    .createAccessor()
    .setType('VEC3')
    .setArray(Float32Array.from(corners.flat()))
    .setBuffer(buffer)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', positions)
    .setIndices(
      document
        .createAccessor()
        .setType('SCALAR')
        .setArray(Uint16Array.from(indices))
        .setBuffer(buffer),
    )
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive))
  document.createScene().addChild(node)
  return { document, node }
}
