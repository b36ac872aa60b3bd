import { type BufferGeometry, Mesh, type MeshPhongMaterial } from 'three'
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js'
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js'
import { STLLoader } from 'three/addons/loaders/STLLoader.js'
import type { Part, PartMaterial, Parts } from '../mesh/parts.ts'

/** What a file without materials looks like: light, unpainted plastic. */
export const unpainted: PartMaterial = {
  name: 'unpainted',
  color: [0.6, 0.6, 0.6, 1],
  metalness: 0,
  roughness: 0.6,
  emissive: [0, 0, 0],
}

/** Text or binary STL. */
export const readStl = (bytes: ArrayBuffer): Parts => ({
  // Its normals are one per face, which is what is drawn without any.
  parts: [partOf(new STLLoader().parse(bytes), 0, { hasNormals: false })],
  materials: [unpainted],
})

/** Text or binary PLY; points alone draw nothing. */
export function readPly(bytes: ArrayBuffer): Parts {
  const geometry = new PLYLoader().parse(bytes)
  if (!geometry.getIndex()) return { parts: [], materials: [] }
  const color: PartMaterial['color'] = geometry.hasAttribute('color')
    ? [1, 1, 1, 1]
    : unpainted.color
  return { parts: [partOf(geometry, 0)], materials: [{ ...unpainted, color }] }
}

/**
 * An OBJ, with a part for each material in it.
 *
 * @param named materials by their names in the OBJ; those that are not there look unpainted.
 */
export function readObj(text: string, named: ReadonlyMap<string, PartMaterial>): Parts {
  const parts: Part[] = []
  const materials: PartMaterial[] = []
  const places = new Map<string, number>()
  const placeOf = (name: string) => {
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, materials.length)
    return materials.push(named.get(name) ?? { ...unpainted, name }) - 1
  }
  new OBJLoader().parse(text).traverse((object) => {
    if (!(object instanceof Mesh)) return
    const mesh = object as Mesh<BufferGeometry, MeshPhongMaterial | MeshPhongMaterial[]>
    const worn = [mesh.material].flat()
    const whole = partOf(mesh.geometry, 0)
    const { groups } = mesh.geometry
    if (groups.length === 0) {
      parts.push({ ...whole, material: placeOf(worn[0]?.name ?? '') })
    }
    for (const { start, count, materialIndex = 0 } of groups) {
      const indices = whole.indices.slice(start, start + count)
      parts.push({ ...whole, indices, material: placeOf(worn[materialIndex]?.name ?? '') })
    }
  })
  return { parts: parts.filter(({ indices }) => indices.length > 0), materials }
}

function partOf(geometry: BufferGeometry, material: number, { hasNormals = true } = {}): Part {
  const values = (name: string) => {
    const attribute = geometry.getAttribute(name)
    return attribute ? new Float32Array(attribute.array) : undefined
  }
  const positions = values('position') ?? new Float32Array()
  const index = geometry.getIndex()
  const indices = index
    ? new Uint32Array(index.array)
    : Uint32Array.from({ length: positions.length / 3 }, (_, at) => at)
  const normals = hasNormals ? values('normal') : undefined
  // three.js has the origin of textures where OBJ has it; glTF has it at the other end.
  const uvs = values('uv')?.map((value, at) => (at % 2 === 1 ? 1 - value : value))
  const colors = values('color')
  return {
    positions,
    indices,
    material,
    ...(normals && { normals }),
    ...(uvs && { uvs }),
    ...(colors && { colors }),
  }
}
