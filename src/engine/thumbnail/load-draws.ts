import {
  Logger,
  NodeIO,
  type Document,
  type Material,
  type mat4,
  type Node,
  type Primitive,
  type Texture,
} from '@gltf-transform/core'
import { ALL_EXTENSIONS, type Transform, type Unlit } from '@gltf-transform/extensions'
import { MeshoptDecoder } from 'meshoptimizer'
import { toOctahedra } from './point-octahedra.ts'
import { loadTexels, longSideFor, type Texels } from './texels.ts'

/** One primitive of the default scene in world space, whose textures may not be decoded yet. */
export type Shape = {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly tangents: Float32Array | undefined
  readonly uvs: Float32Array | undefined
  readonly colours: Float32Array | undefined
  readonly indices: Uint32Array
  /** True if the transform mirrors the primitive, which reverses the winding. */
  readonly isMirrored: boolean
  readonly isTwoSided: boolean
  readonly isCutOut: boolean
}

export type Draw = Shape & { readonly material: DrawMaterial }

type DrawMaterial = {
  readonly baseColour: readonly number[]
  readonly baseTexels: Texels | undefined
  readonly normalTexels: Texels | undefined
  readonly normalScale: number
  /** Texture with occlusion in red. */
  readonly occlusionTexels: Texels | undefined
  /** Texture with roughness in green and metalness in blue. */
  readonly surfaceTexels: Texels | undefined
  readonly roughness: number
  readonly metalness: number
  readonly emissive: readonly number[]
  readonly emissiveTexels: Texels | undefined
  /** Minimum alpha of points that are drawn. 0 for opaque materials. */
  readonly alphaCutoff: number
  readonly isUnlit: boolean
}

/**
 * Reads the parts of a GLB that can be drawn: triangles and points with positions. Check the size with
 * `findExcess` first.
 * @param textureSideMax shrinks textures to this side, in pixels. 0 omits them.
 */
export async function loadDraws(glb: Uint8Array, textureSideMax = Infinity): Promise<Draw[]> {
  return (await openDraws(glb, textureSideMax)).draws
}

/** Reads shapes like `loadDraws`, but returns the shapes before their textures are decoded. */
export async function openDraws(
  glb: Uint8Array,
  textureSideMax: number,
): Promise<{ shapes: Shape[]; draws: Promise<Draw[]> }> {
  await MeshoptDecoder.ready
  const io = new NodeIO()
    // The glTF library logs each unknown extension, and a file may have millions.
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
  const document = await io.readBinary(glb)
  const parts = collectPrimitives(document)
  const longSideMax = Math.min(
    textureSideMax,
    longSideFor(document.getRoot().listTextures().length),
  )
  // Decodes at most two textures at a time, because decoding takes several times a texture's size
  // in memory.
  const lanes: (Promise<unknown> | undefined)[] = [undefined, undefined]
  const loading = new Map<Texture, Promise<Texels | undefined>>()
  const load = (texture: Texture | null) => {
    if (!texture || longSideMax === 0) return undefined
    const known = loading.get(texture)
    if (known) return known
    const lane = loading.size % lanes.length
    const decode = () => loadTexels(texture.getImage(), longSideMax)
    const texels = lanes[lane]?.then(decode) ?? decode()
    lanes[lane] = texels
    loading.set(texture, texels)
    return texels
  }
  const materials = new Map<Material | null, Promise<DrawMaterial>>()
  for (const material of new Set(parts.map(({ primitive }) => primitive.getMaterial()))) {
    materials.set(material, readMaterial(material, load))
  }
  const shapes = parts.map(readShape)
  const draws = parts.map(async ({ primitive }, at) => ({
    ...shapes[at],
    material: (await materials.get(primitive.getMaterial())) ?? plainMaterial,
  }))
  return { shapes, draws: Promise.all(draws) }
}

type Part = {
  readonly primitive: Primitive
  readonly matrix: mat4
  readonly indices: Uint32Array
}

/** Mode of a primitive of single points in glTF. */
const pointsMode = 0

function collectPrimitives(document: Document): Part[] {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  const parts: Part[] = []
  const add = (node: Node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const indices = triangleIndices(primitive)
      const isCloud = primitive.getMode() === pointsMode && primitive.getAttribute('POSITION')
      if (indices.length > 0 || isCloud)
        parts.push({ primitive, matrix: node.getWorldMatrix(), indices })
    }
  }
  scene?.traverse(add)
  return parts
}

/** Returns the corners of single triangles. Splits strips and fans, and skips lines and points. */
function triangleIndices(primitive: Primitive): Uint32Array {
  const vertexCount = primitive.getAttribute('POSITION')?.getCount() ?? 0
  const array = primitive.getIndices()?.getArray()
  const corners = array
    ? new Uint32Array(array)
    : Uint32Array.from({ length: vertexCount }, (_, i) => i)
  if (!isWithin(corners, vertexCount)) return new Uint32Array()
  const mode = primitive.getMode()
  if (mode === 4) return corners.subarray(0, corners.length - (corners.length % 3))
  if (mode !== 5 && mode !== 6) return new Uint32Array()
  const triangles = new Uint32Array(Math.max(0, corners.length - 2) * 3)
  for (let t = 0; t + 2 < corners.length; t++) {
    const first = mode === 6 ? 0 : t
    triangles.set([corners[first], corners[t + 1], corners[t + 2]], t * 3)
  }
  return triangles
}

function isWithin(corners: Uint32Array, vertexCount: number): boolean {
  for (let k = 0; k < corners.length; k++) if (corners[k] >= vertexCount) return false
  return true
}

function readShape({ primitive, matrix, indices }: Part): Shape {
  const positions = transform(readVectors(primitive, 'POSITION', 3)!, matrix, { w: 1, size: 3 })
  const normals = readVectors(primitive, 'NORMAL', 3)
  if (normals) transform(normals, matrix, { w: 0, size: 3 })
  const colours = readVectors(primitive, 'COLOR_0', 3)
  if (indices.length === 0) return toOctahedra({ positions, normals, colours })
  const tangents = readVectors(primitive, 'TANGENT', 4)
  const material = primitive.getMaterial()
  const texCoord = material?.getBaseColorTextureInfo()?.getTexCoord() ?? 0
  return {
    positions,
    normals: normals ?? faceNormals(positions, indices),
    tangents: tangents && transform(tangents, matrix, { w: 0, size: 4 }),
    uvs: transformUvs(readVectors(primitive, `TEXCOORD_${texCoord}`, 2), primitive),
    colours,
    indices,
    isMirrored: determinant(matrix) < 0,
    isTwoSided: material?.getDoubleSided() ?? false,
    isCutOut: material !== null && alphaCutoff(material) > 0,
  }
}

const determinant = (m: mat4): number =>
  m[0] * (m[5] * m[10] - m[6] * m[9]) -
  m[4] * (m[1] * m[10] - m[2] * m[9]) +
  m[8] * (m[1] * m[6] - m[2] * m[5])

function readVectors(primitive: Primitive, name: string, size: number): Float32Array | undefined {
  const accessor = primitive.getAttribute(name)
  if (!accessor || accessor.getElementSize() < size) return undefined
  const array = accessor.getArray()
  if (array instanceof Float32Array && accessor.getElementSize() === size) return array.slice()
  const count = accessor.getCount()
  const values = new Float32Array(count * size)
  const element: number[] = []
  for (let v = 0; v < count; v++) {
    accessor.getElement(v, element)
    for (let c = 0; c < size; c++) values[v * size + c] = element[c]
  }
  return values
}

type VectorKind = {
  readonly w: 0 | 1
  readonly size: number
}

function transform(values: Float32Array, m: mat4, { w, size }: VectorKind): Float32Array {
  for (let k = 0; k < values.length; k += size) {
    const x = values[k]
    const y = values[k + 1]
    const z = values[k + 2]
    for (let c = 0; c < 3; c++) {
      values[k + c] = m[c] * x + m[4 + c] * y + m[8 + c] * z + m[12 + c] * w
    }
  }
  return values
}

function faceNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length)
  for (let t = 0; t < indices.length; t += 3) {
    const a = indices[t] * 3
    const b = indices[t + 1] * 3
    const c = indices[t + 2] * 3
    const ux = positions[b] - positions[a]
    const uy = positions[b + 1] - positions[a + 1]
    const uz = positions[b + 2] - positions[a + 2]
    const vx = positions[c] - positions[a]
    const vy = positions[c + 1] - positions[a + 1]
    const vz = positions[c + 2] - positions[a + 2]
    for (const corner of [a, b, c]) {
      normals[corner] += uy * vz - uz * vy
      normals[corner + 1] += uz * vx - ux * vz
      normals[corner + 2] += ux * vy - uy * vx
    }
  }
  return normals
}

/**
 * Applies the KHR_texture_transform of the base colour. All textures of a material usually have the
 * same transform.
 */
function transformUvs(uvs: Float32Array | undefined, primitive: Primitive) {
  const extension = primitive
    .getMaterial()
    ?.getBaseColorTextureInfo()
    ?.getExtension<Transform>('KHR_texture_transform')
  if (!uvs || !extension) return uvs
  const [offsetX, offsetY] = extension.getOffset()
  const [scaleX, scaleY] = extension.getScale()
  const sin = Math.sin(extension.getRotation())
  const cos = Math.cos(extension.getRotation())
  for (let k = 0; k < uvs.length; k += 2) {
    const u = uvs[k] * scaleX
    const v = uvs[k + 1] * scaleY
    uvs[k] = cos * u + sin * v + offsetX
    uvs[k + 1] = -sin * u + cos * v + offsetY
  }
  return uvs
}

async function readMaterial(
  material: Material | null,
  load: (texture: Texture | null) => Promise<Texels | undefined> | undefined,
): Promise<DrawMaterial> {
  if (!material) return plainMaterial
  const [baseTexels, normalTexels, occlusionTexels, surfaceTexels, emissiveTexels] =
    await Promise.all([
      load(material.getBaseColorTexture()),
      load(material.getNormalTexture()),
      load(material.getOcclusionTexture()),
      load(material.getMetallicRoughnessTexture()),
      load(material.getEmissiveTexture()),
    ])
  return {
    baseColour: material.getBaseColorFactor(),
    baseTexels,
    normalTexels,
    normalScale: material.getNormalScale(),
    occlusionTexels,
    surfaceTexels,
    roughness: material.getRoughnessFactor(),
    metalness: material.getMetallicFactor(),
    emissive: material.getEmissiveFactor(),
    emissiveTexels,
    alphaCutoff: alphaCutoff(material),
    isUnlit: material.getExtension<Unlit>('KHR_materials_unlit') !== null,
  }
}

/**
 * Returns the alpha below which points are hidden. Blended materials are drawn opaque or hidden.
 */
function alphaCutoff(material: Material): number {
  const mode = material.getAlphaMode()
  if (mode === 'OPAQUE') return 0
  return mode === 'MASK' ? material.getAlphaCutoff() : 0.25
}

export const plainMaterial: DrawMaterial = {
  baseColour: [0.8, 0.8, 0.8, 1],
  baseTexels: undefined,
  normalTexels: undefined,
  normalScale: 1,
  occlusionTexels: undefined,
  surfaceTexels: undefined,
  roughness: 0.7,
  metalness: 0,
  emissive: [0, 0, 0],
  emissiveTexels: undefined,
  alphaCutoff: 0,
  isUnlit: false,
}
