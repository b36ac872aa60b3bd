import { expect, it } from 'vitest'
import { readPlainShapes } from './read-shapes.ts'
import { measureShapes } from './shape-bounds.ts'

const getBytes = (...arrays: (Float32Array | Uint16Array | Uint8Array | Int16Array)[]) => {
  const parts = arrays.map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  )
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/**
 * Returns a document with one triangle. The arguments are added to its primitive, material or node.
 */
function triangle({ primitive = {}, material = {}, node = {}, more = {} } = {}) {
  return {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...node }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0, ...primitive }] }],
    materials: [material],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ byteLength: 36 }],
    ...more,
  }
}
const corners = new Float32Array([0, 0, 0, 2, 0, 0, 0, 4, 0])

it('readShapes uses packed attributes in place and copies interleaved attributes', () => {
  const wide = new Float32Array([0, 0, 0, 9, 2, 0, 0, 9, 0, 4, 0, 9])
  const [close] = readPlainShapes({ json: triangle(), binary: getBytes(corners) })
  const [apart] = readPlainShapes({
    json: triangle({ more: { bufferViews: [{ byteLength: 48, byteStride: 16 }] } }),
    binary: getBytes(wide),
  })
  expect([...close!.positions.data]).toEqual([...corners])
  expect([...apart!.positions.data]).toEqual([...corners])
})

it('readShapes reads data used by two nodes once', () => {
  const json = { ...triangle(), scenes: [{ nodes: [0, 0] }] }
  const [first, second] = readPlainShapes({ json, binary: getBytes(corners) })
  expect(first!.positions).toBe(second!.positions)
})

it('readShapes reads a texture’s transform and sampler', () => {
  const json = triangle({
    primitive: { attributes: { POSITION: 0, TEXCOORD_1: 1 } },
    material: {
      pbrMetallicRoughness: {
        baseColorTexture: {
          index: 0,
          extensions: {
            KHR_texture_transform: { offset: [0.5, 0], scale: [2, 3], texCoord: 1 },
          },
        },
      },
      extensions: { KHR_materials_unlit: {} },
    },
    more: {
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
        { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
      ],
      bufferViews: [
        { byteLength: 36 },
        { byteOffset: 36, byteLength: 24 },
        { byteOffset: 60, byteLength: 4 },
      ],
      textures: [{ source: 0, sampler: 0 }],
      samplers: [{ wrapS: 33_071 }],
      images: [{ bufferView: 2, mimeType: 'image/png' }],
    },
  })
  const binary = getBytes(corners, new Float32Array([0, 0, 1, 0, 0, 1]), new Uint8Array(4))
  const [shape] = readPlainShapes({ json, binary })
  expect(shape).toMatchObject({ isUnlit: true, uvs: { size: 2 } })
  expect(shape!.picture).toMatchObject({ image: 0, sampler: { wrapS: 33_071 } })
  // The corner at (1, 1) is scaled by two and three, then moved by a half.
  const [a = 0, , , b = 0, d = 0, , u = 0, v = 0] = shape!.picture!.uvMatrix
  expect([a + b + u, d + v]).toEqual([2.5, 3])
})

it('measureShapes measures transformed shapes, including normalised integers', () => {
  const json = triangle({
    node: { translation: [1, 0, 0], scale: [2, 2, 2] },
    more: {
      accessors: [{ bufferView: 0, componentType: 5122, count: 3, type: 'VEC3', normalized: true }],
      bufferViews: [{ byteLength: 24, byteStride: 8 }],
    },
  })
  const fractions = new Int16Array([0, 0, 0, 0, 32_767, 0, 0, 0, 0, 32_767, 0, 0])
  const bounds = measureShapes(readPlainShapes({ json, binary: getBytes(fractions) }))
  expect(bounds?.box).toEqual({ min: { x: 1, y: 0, z: 0 }, max: { x: 3, y: 2, z: 0 } })
  expect(bounds?.radius).toBeCloseTo(Math.sqrt(2), 5)
})

it('measureShapes returns undefined if a coordinate is not finite', () => {
  const binary = getBytes(new Float32Array([0, 0, 0, Number.NaN, 0, 0, 0, 1, 0]))
  expect(measureShapes(readPlainShapes({ json: triangle(), binary }))).toBeUndefined()
})
