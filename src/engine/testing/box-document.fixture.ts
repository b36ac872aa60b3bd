import { Document, type Node } from '@gltf-transform/core'
import { boxSolid, type HalfExtents } from '#lib/geometry/box-solid.fixture.ts'

/** Returns a scene of one box without normals around the origin, with the given half sizes. */
export function boxDocument(half: HalfExtents): {
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
