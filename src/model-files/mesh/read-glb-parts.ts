import {
  type Document,
  type Material,
  type mat4,
  MathUtils,
  type Node as GltfNode,
  Primitive,
  type vec3,
  type vec4,
  WebIO,
} from '@gltf-transform/core'
import { ALL_EXTENSIONS, type InstancedMesh, type Visibility } from '@gltf-transform/extensions'
import { MeshoptDecoder } from 'meshoptimizer/decoder'
import type { ModelVariant } from '../glb/variant-address.ts'
import { applyVariant } from './apply-variant.ts'
import { type DescribedMaterial, describePartMaterial, transformUvs } from './describe-material.ts'
import { getDeterminant, multiplyMatrices, transformNormals, transformPoints } from './matrix.ts'
import { readAccessor } from './numbers.ts'
import type { MeshPart, PartMaterial, Parts } from './parts.ts'
import { applyPose, getMorphWeights } from './pose/apply-pose.ts'
import { bendShape, readShape } from './pose/bend.ts'
import type { ModelPose } from './pose/model-pose.ts'

/** Compression extensions, which are removed after decoding, so that writers can compress again. */
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
 * Returns the triangles of the default scene after applying nodes, skins and morph targets. Omits
 * lines, points and hidden nodes.
 * @param sources receives the origin of each part.
 */
export function readParts(document: Document, sources?: Map<MeshPart, PartSource>): Parts {
  const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0]
  const parts: MeshPart[] = []
  const materials: PartMaterial[] = []
  const described = new Map<Material | null, DescribedMaterial & { place: number }>()
  const describe = (material: Material | null) => {
    const before = described.get(material)
    if (before) return before
    const one = describePartMaterial(material)
    const made = { ...one, place: materials.push(one.material) - 1 }
    described.set(material, made)
    return made
  }
  scene?.traverse((node) => {
    if (isHidden(node)) return
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const material = describe(primitive.getMaterial())
      for (const matrix of getInstances(node)) {
        const part = readPrimitive({ primitive, node, matrix, material })
        if (!part) continue
        if (node.getName() !== '') part.name = node.getName()
        parts.push(part)
        sources?.set(part, { node, primitive })
      }
    }
  })
  return { parts, materials }
}

function isHidden(node: GltfNode): boolean {
  for (let at: GltfNode | null = node; at; at = at.getParentNode()) {
    if (at.getExtension<Visibility>('KHR_node_visibility')?.getVisible() === false) return true
  }
  return false
}

/**
 * Returns the world matrices of a node's instances (EXT_mesh_gpu_instancing), or the node's matrix
 * without instances.
 */
function getInstances(node: GltfNode): mat4[] {
  const world = node.getWorldMatrix()
  const instancing = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing')
  const lists = ['TRANSLATION', 'ROTATION', 'SCALE'].map((name) => instancing?.getAttribute(name))
  const count = Math.max(0, ...lists.map((list) => list?.getCount() ?? 0))
  if (count === 0) return [world]
  const [moves, turns, scales] = lists
  return Array.from({ length: count }, (_, at) =>
    multiplyMatrices(
      world,
      MathUtils.compose(
        moves?.getElement<vec3>(at, [0, 0, 0]) ?? [0, 0, 0],
        turns?.getElement<vec4>(at, [0, 0, 0, 1]) ?? [0, 0, 0, 1],
        scales?.getElement<vec3>(at, [1, 1, 1]) ?? [1, 1, 1],
        [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      ),
    ),
  )
}

/** Returns the triangles of a GLB, by default in the file's own pose, scene and materials. */
export async function readGlbParts(
  glb: Uint8Array,
  pose: ModelPose = {},
  version: ModelVariant = {},
): Promise<Parts> {
  const document = await readGlbDocument(glb)
  applyVariant(document, version)
  applyPose(document, pose)
  return readParts(document)
}

type Placed = {
  primitive: Primitive
  node: GltfNode
  matrix: mat4
  material: DescribedMaterial & { place: number }
}

function readPrimitive({ primitive, node, matrix, material }: Placed): MeshPart | undefined {
  const shape = readShape(primitive, getMorphWeights(node))
  const indices = shape && listTriangles(primitive, shape.positions.length / 3)
  if (!indices) return undefined
  const skin = node.getSkin()
  // A skinned surface depends only on the joints, not on its node's transform.
  const bent = skin ? bendShape(shape, primitive, skin) : undefined
  if (bent === undefined) {
    transformPoints(shape.positions, matrix)
    if (shape.normals) transformNormals(shape.normals, matrix)
  }
  // A mirroring matrix reverses the winding of triangles.
  if (bent ?? getDeterminant(matrix) < 0) flip(indices)
  const color = primitive.getAttribute('COLOR_0')
  const [uvs, ...moreUvs] = material.uvSources.map((source) => {
    const attribute = primitive.getAttribute(`TEXCOORD_${source.set}`)
    return attribute ? transformUvs(readAccessor(attribute, 2), source) : undefined
  })
  return {
    positions: shape.positions,
    indices,
    material: material.place,
    ...(shape.normals && { normals: shape.normals }),
    ...(uvs && { uvs }),
    ...(moreUvs.length > 0 && {
      moreUvs: moreUvs.map((one) => one ?? new Float32Array((shape.positions.length / 3) * 2)),
    }),
    ...(color && { colors: readAccessor(color, 3) }),
  }
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

function flip(indices: Uint32Array): void {
  for (let at = 0; at < indices.length; at += 3) {
    const second = indices[at + 1] ?? 0
    indices[at + 1] = indices[at + 2] ?? 0
    indices[at + 2] = second
  }
}
