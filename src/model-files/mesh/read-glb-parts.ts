import {
  type Accessor,
  type Document,
  type Material,
  type mat4,
  MathUtils,
  type Node as GltfNode,
  Primitive,
  type Texture,
  type vec3,
  type vec4,
  WebIO,
} from '@gltf-transform/core'
import {
  ALL_EXTENSIONS,
  type InstancedMesh,
  type PBRSpecularGlossiness,
} from '@gltf-transform/extensions'
import { MeshoptDecoder } from 'meshoptimizer/decoder'
import type { MeshPart, PartMaterial, Parts, EmbeddedPicture } from './parts.ts'

/**
 * Compression extensions, which are removed from the document after decoding, so that writers can
 * compress again.
 */
const packings = new Set([
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_draco_mesh_compression',
])

/** Reads a GLB as an editable, decompressed document. */
export async function readGlbDocument(glb: Uint8Array): Promise<Document> {
  await MeshoptDecoder.ready
  const io = new WebIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
  const json = await io.binaryToJSON(glb)
  if (json.json.extensionsUsed?.includes('KHR_draco_mesh_compression')) {
    const { loadDracoDecoder } = await import('./draco-decoder.ts')
    io.registerDependencies({ 'draco3d.decoder': await loadDracoDecoder() })
  }
  const document = await io.readJSON(json)
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (packings.has(extension.extensionName)) extension.dispose()
  }
  return document
}

export type PartSource = { node: GltfNode; primitive: Primitive }

/**
 * Returns the transformed triangles of the default scene. Lines and points are omitted.
 * @param sources receives the origin of each part.
 */
export function readParts(document: Document, sources?: Map<MeshPart, PartSource>): Parts {
  const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0]
  const parts: MeshPart[] = []
  const materials: PartMaterial[] = []
  const places = new Map<Material | null, number>()
  const placeOf = (material: Material | null) => {
    const before = places.get(material)
    if (before !== undefined) return before
    places.set(material, materials.length)
    return materials.push(describeMaterial(material)) - 1
  }
  scene?.traverse((node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      for (const matrix of getInstances(node)) {
        const part = readPrimitive(primitive, matrix, placeOf(primitive.getMaterial()))
        if (!part) continue
        parts.push(part)
        sources?.set(part, { node, primitive })
      }
    }
  })
  return { parts, materials }
}

/**
 * Returns the world matrices of a node's instances (EXT_mesh_gpu_instancing), or that of the node.
 */
function getInstances(node: GltfNode): mat4[] {
  const world = node.getWorldMatrix()
  const instancing = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing')
  const lists = ['TRANSLATION', 'ROTATION', 'SCALE'].map((name) => instancing?.getAttribute(name))
  const count = Math.max(0, ...lists.map((list) => list?.getCount() ?? 0))
  if (count === 0) return [world]
  const [moves, turns, scales] = lists
  return Array.from({ length: count }, (_, at) =>
    multiplied(
      world,
      MathUtils.compose(
        (moves?.getElement(at, []) ?? [0, 0, 0]) as vec3,
        (turns?.getElement(at, []) ?? [0, 0, 0, 1]) as vec4,
        (scales?.getElement(at, []) ?? [1, 1, 1]) as vec3,
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      ),
    ),
  )
}

/** Returns the matrix, in column-major order, that applies `b`, then `a`. */
const multiplied = (a: mat4, b: mat4): mat4 =>
  Array.from({ length: 16 }, (_, at) => {
    const [row, column] = [at % 4, Math.floor(at / 4)]
    return [0, 1, 2, 3].reduce(
      (sum, k) => sum + (a[k * 4 + row] ?? 0) * (b[column * 4 + k] ?? 0),
      0,
    )
  }) as mat4

export const readGlbParts = async (glb: Uint8Array): Promise<Parts> =>
  readParts(await readGlbDocument(glb))

function readPrimitive(primitive: Primitive, matrix: mat4, material: number): MeshPart | undefined {
  const position = primitive.getAttribute('POSITION')
  if (!position) return
  const indices = listTriangles(primitive, position.getCount())
  if (!indices) return
  const normal = primitive.getAttribute('NORMAL')
  const uv = primitive.getAttribute('TEXCOORD_0')
  const color = primitive.getAttribute('COLOR_0')
  const part: MeshPart = {
    positions: transform(getNumbers(position, 3), matrix, 1),
    indices,
    material,
    ...(normal && { normals: turn(getNumbers(normal, 3), matrix) }),
    ...(uv && { uvs: getNumbers(uv, 2) }),
    ...(color && { colors: getNumbers(color, 3) }),
  }
  // Mirroring reverses the winding.
  if (determinant(matrix) < 0) flip(part.indices)
  return part
}

/**
 * Returns the numbers of an accessor as floats, even if they are normalised integers or
 * interleaved.
 */
function getNumbers(accessor: Accessor, width: 2 | 3): Float32Array {
  const count = accessor.getCount()
  const numbers = new Float32Array(count * width)
  const entry: number[] = []
  for (let index = 0; index < count; index++) {
    accessor.getElement(index, entry)
    for (let part = 0; part < width; part++) numbers[index * width + part] = entry[part] ?? 0
  }
  return numbers
}

/** Converts strips and fans to triangles (glTF 2.0, section 3.7.2.1). */
function listTriangles(primitive: Primitive, count: number): Uint32Array | undefined {
  const mode = primitive.getMode()
  const list = primitive.getIndices()?.getArray()
  const at = (place: number) => (list ? (list[place] ?? 0) : place)
  const length = list ? list.length : count
  if (mode === Primitive.Mode.TRIANGLES) {
    const indices = new Uint32Array(length - (length % 3))
    for (let place = 0; place < indices.length; place++) indices[place] = at(place)
    return indices
  }
  const isStrip = mode === Primitive.Mode.TRIANGLE_STRIP
  if (!isStrip && mode !== Primitive.Mode.TRIANGLE_FAN) return
  const indices = new Uint32Array(Math.max(0, length - 2) * 3)
  for (let corner = 0; corner + 2 < length; corner++) {
    const isOdd = isStrip && corner % 2 === 1
    indices[corner * 3] = isStrip ? at(corner) : at(0)
    indices[corner * 3 + 1] = at(corner + (isOdd ? 2 : 1))
    indices[corner * 3 + 2] = at(corner + (isOdd ? 1 : 2))
  }
  return indices
}

function transform(points: Float32Array, m: mat4, w: 0 | 1): Float32Array {
  for (let at = 0; at < points.length; at += 3) {
    const x = points[at] ?? 0
    const y = points[at + 1] ?? 0
    const z = points[at + 2] ?? 0
    points[at] = m[0] * x + m[4] * y + m[8] * z + m[12] * w
    points[at + 1] = m[1] * x + m[5] * y + m[9] * z + m[13] * w
    points[at + 2] = m[2] * x + m[6] * y + m[10] * z + m[14] * w
  }
  return points
}

/**
 * Transforms normals by the cofactors of the matrix, which keeps them orthogonal to scaled
 * surfaces.
 */
function turn(normals: Float32Array, m: mat4): Float32Array {
  const cofactors = [
    m[5] * m[10] - m[6] * m[9],
    m[6] * m[8] - m[4] * m[10],
    m[4] * m[9] - m[5] * m[8],
    0,
    m[2] * m[9] - m[1] * m[10],
    m[0] * m[10] - m[2] * m[8],
    m[1] * m[8] - m[0] * m[9],
    0,
    m[1] * m[6] - m[2] * m[5],
    m[2] * m[4] - m[0] * m[6],
    m[0] * m[5] - m[1] * m[4],
    0,
    0,
    0,
    0,
    1,
  ] as mat4
  transform(normals, cofactors, 0)
  const sign = determinant(m) < 0 ? -1 : 1
  for (let at = 0; at < normals.length; at += 3) {
    const x = normals[at] ?? 0
    const y = normals[at + 1] ?? 0
    const z = normals[at + 2] ?? 0
    const scale = sign / (Math.hypot(x, y, z) || 1)
    normals[at] = x * scale
    normals[at + 1] = y * scale
    normals[at + 2] = z * scale
  }
  return normals
}

const determinant = (m: mat4): number =>
  m[0] * (m[5] * m[10] - m[6] * m[9]) -
  m[4] * (m[1] * m[10] - m[2] * m[9]) +
  m[8] * (m[1] * m[6] - m[2] * m[5])

function flip(indices: Uint32Array): void {
  for (let at = 0; at < indices.length; at += 3) {
    const second = indices[at + 1] ?? 0
    indices[at + 1] = indices[at + 2] ?? 0
    indices[at + 2] = second
  }
}

function describeMaterial(material: Material | null): PartMaterial {
  if (!material) {
    return {
      name: 'material',
      color: [1, 1, 1, 1],
      metalness: 0,
      roughness: 1,
      emissive: [0, 0, 0],
    }
  }
  const old = material.getExtension<PBRSpecularGlossiness>('KHR_materials_pbrSpecularGlossiness')
  const picture = getPicture(old?.getDiffuseTexture() ?? material.getBaseColorTexture(), 'color')
  const normalPicture = getPicture(material.getNormalTexture(), 'normal')
  const surfacePicture = getPicture(material.getMetallicRoughnessTexture(), 'surface')
  return {
    name: material.getName() || 'material',
    color: old?.getDiffuseFactor() ?? material.getBaseColorFactor(),
    metalness: old ? 0 : material.getMetallicFactor(),
    roughness: old ? 1 - old.getGlossinessFactor() : material.getRoughnessFactor(),
    emissive: material.getEmissiveFactor(),
    ...(picture && { picture }),
    ...(normalPicture && { normalPicture }),
    ...(surfacePicture && { surfacePicture }),
  }
}

function getPicture(texture: Texture | null, fallback: string): EmbeddedPicture | undefined {
  const bytes = texture?.getImage()
  if (!texture || !bytes) return
  return { mimeType: texture.getMimeType(), bytes, name: texture.getName() || fallback }
}
