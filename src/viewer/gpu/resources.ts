import {
  type BufferGeometry,
  InterleavedBufferAttribute,
  type Material,
  type Mesh,
  type Object3D,
  type Skeleton,
  SkinnedMesh,
  Texture,
} from 'three'
import { asRecord } from '#lib/fields.ts'
import { getPictureSize } from './picture-size.ts'

export type Resources = {
  geometries: Set<BufferGeometry>
  materials: Set<Material>
  textures: Set<Texture>
  skeletons: Set<Skeleton>
}

export function collectResources(root: Object3D): Resources {
  const found: Resources = {
    geometries: new Set(),
    materials: new Set(),
    textures: new Set(),
    skeletons: new Set(),
  }
  root.traverse((object) => {
    if (object instanceof SkinnedMesh) found.skeletons.add(object.skeleton)
    const { geometry, material } = drawnWith(object)
    if (geometry) found.geometries.add(geometry)
    for (const one of material) found.materials.add(one)
  })
  for (const material of found.materials) {
    const uniforms = 'uniforms' in material ? asRecord(material.uniforms) : {}
    const lent = Object.values(uniforms).map((uniform) => asRecord(uniform)['value'])
    for (const value of [...Object.values(material), ...lent]) {
      if (value instanceof Texture) found.textures.add(value)
    }
  }
  return found
}

/** Estimates the GPU memory of `root` in bytes: buffers, and textures with their mipmaps. */
export function estimateGpuBytes(root: Object3D): number {
  const { geometries, textures } = collectResources(root)
  const arrays = new Set<ArrayLike<number> & { byteLength: number }>()
  for (const geometry of geometries) {
    const morphs = Object.values(geometry.morphAttributes).flat()
    for (const attribute of [...Object.values(geometry.attributes), ...morphs, geometry.index]) {
      if (!attribute) continue
      arrays.add(
        attribute instanceof InterleavedBufferAttribute ? attribute.data.array : attribute.array,
      )
    }
  }
  const sources = new Map([...textures].map((texture) => [texture.source, texture]))
  let bytes = 0
  for (const array of arrays) bytes += array.byteLength
  for (const texture of sources.values()) bytes += weighTexture(texture)
  return bytes
}

function weighTexture(texture: Texture): number {
  const levels: readonly unknown[] = texture.mipmaps ?? []
  const compressed = levels.reduce<number>((sum, level) => {
    const { data } = asRecord(level)
    return sum + (ArrayBuffer.isView(data) ? data.byteLength : 0)
  }, 0)
  if (compressed > 0) return compressed
  const { data } = asRecord(texture.source.data)
  if (ArrayBuffer.isView(data)) return data.byteLength
  const { width, height } = getPictureSize(texture.source.data)
  return Math.round(4 * width * height * 1.33)
}

function drawnWith(object: Object3D): { geometry?: BufferGeometry; material: Material[] } {
  // Points and lines have the same two fields as Mesh, but no common class.
  const { geometry, material } = object as Partial<Mesh>
  if (!geometry) return { material: [] }
  return { geometry, material: [material ?? []].flat() }
}
