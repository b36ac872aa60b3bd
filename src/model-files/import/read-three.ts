import type { BufferGeometry } from 'three'
import type { MeshPart, PartMaterial } from '../mesh/parts.ts'

export const unpainted: PartMaterial = {
  name: 'unpainted',
  color: [0.6, 0.6, 0.6, 1],
  metalness: 0,
  roughness: 0.6,
  emissive: [0, 0, 0],
}

/**
 * Material of lines and points that have no material. White would be invisible on a pale
 * background.
 */
export const unpaintedStroke: PartMaterial = {
  ...unpainted,
  name: 'line',
  color: [0.21, 0.21, 0.21, 1],
}

function getWhole(array: ArrayLike<number>): number {
  if (array instanceof Uint8Array) return 255
  return array instanceof Uint16Array ? 65_535 : 1
}

export function toPart(
  geometry: BufferGeometry,
  material: number,
  { hasNormals = true } = {},
): MeshPart {
  const values = (name: string) => {
    const attribute = geometry.getAttribute(name)
    if (!attribute) return undefined
    const scale = attribute.normalized ? getWhole(attribute.array) : 1
    return Float32Array.from(attribute.array, (value) => value / scale)
  }
  const positions = values('position') ?? new Float32Array()
  const index = geometry.getIndex()
  const indices = index
    ? new Uint32Array(index.array)
    : Uint32Array.from({ length: positions.length / 3 }, (_, at) => at)
  const normals = hasNormals ? values('normal') : undefined
  // three.js has the origin of textures at the bottom, glTF at the top.
  const uvs = values('uv')?.map((value, at) => (at % 2 === 1 ? 1 - value : value))
  // Replaces NaN, which renderers would draw black.
  const colors = values('color')?.map((value) => (Number.isFinite(value) ? value : 1))
  return {
    positions,
    indices,
    material,
    ...(normals && { normals }),
    ...(uvs && { uvs }),
    ...(colors && { colors }),
  }
}
