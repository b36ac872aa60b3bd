import { identity, multiply, type Matrix, compose } from '#lib/geometry/matrix.ts'
import sharp from 'sharp'
import { countTriangles } from '#lib/gltf/glb.ts'
import type { EngineModelStats, TextureStats } from '../messages.ts'
import { isGltfPicture } from './is-picture.ts'
import {
  readGltfJson,
  type GltfAccessor,
  type GltfJson,
  type GltfPrimitive,
  type GltfNode,
} from './read-gltf-json.ts'
import { sanitiseGltf } from './sanitise-gltf.ts'

/** Maximum depth of a node tree. Deeper trees are broken or hostile. */
const depthMax = 256
const nodesMax = 1_000_000
const primitivesMax = 1_000_000

/**
 * Counts the contents of a GLB from its JSON document alone, without unpacking compressed geometry.
 * @throws {EngineError} `model_unreadable` if the bytes are no GLB.
 */
export async function measureModel(glb: Uint8Array): Promise<EngineModelStats> {
  const { json: raw, binary } = readGltfJson(glb)
  const json = sanitiseGltf(raw)
  const totals = { triangles: 0, vertices: 0, box: emptyBox() }
  let visits = 0
  let drawn = 0
  const visit = (index: number, parent: Matrix, depth: number) => {
    const node = json.nodes?.[index]
    if (!node || depth > depthMax || ++visits > nodesMax) return
    const matrix = multiply(parent, localMatrix(node))
    const primitives = node.mesh === undefined ? [] : (json.meshes?.[node.mesh]?.primitives ?? [])
    for (const primitive of primitives) {
      if (++drawn > primitivesMax) return
      addPrimitive(json, { primitive, matrix }, totals)
    }
    for (const child of node.children ?? []) visit(child, matrix, depth + 1)
  }
  for (const root of rootNodes(json)) visit(root, identity, 0)

  const { min, max } = totals.box
  // Products of numbers from a foreign file may overflow.
  const isBox = [...min, ...max].every(Number.isFinite)
  return {
    triangles: Math.min(totals.triangles, Number.MAX_SAFE_INTEGER),
    vertices: Math.min(totals.vertices, Number.MAX_SAFE_INTEGER),
    meshes: json.meshes?.length ?? 0,
    materials: json.materials?.length ?? 0,
    textures: await measureTextures(json, binary),
    boundsMin: isBox ? min : [0, 0, 0],
    boundsMax: isBox ? max : [0, 0, 0],
    extensions: json.extensionsUsed ?? [],
  }
}

function rootNodes(json: GltfJson): number[] {
  const scene = json.scenes?.[json.scene ?? 0]
  if (scene) return scene.nodes ?? []
  const children = new Set((json.nodes ?? []).flatMap((node) => node.children ?? []))
  return (json.nodes ?? []).map((_, index) => index).filter((index) => !children.has(index))
}

type Box = { min: [number, number, number]; max: [number, number, number] }

const emptyBox = (): Box => ({
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
})

type PlacedPrimitive = {
  readonly primitive: GltfPrimitive
  readonly matrix: Matrix
}

function addPrimitive(
  json: GltfJson,
  { primitive, matrix }: PlacedPrimitive,
  totals: { triangles: number; vertices: number; box: Box },
): void {
  const positions = json.accessors?.[primitive.attributes?.['POSITION'] ?? -1]
  if (!positions) return
  const corners =
    primitive.indices === undefined
      ? positions.count
      : (json.accessors?.[primitive.indices]?.count ?? 0)
  totals.vertices += positions.count
  totals.triangles += countTriangles(primitive.mode ?? 4, corners)
  growBox(totals.box, positions, matrix)
}

/** Largest value of normalised integers, by glTF's component type. */
const fullScale: Record<number, number> = { 5120: 127, 5121: 255, 5122: 32_767, 5123: 65_535 }

function growBox(box: Box, { min, max, normalized, componentType }: GltfAccessor, matrix: Matrix) {
  if (min?.length !== 3 || max?.length !== 3) return
  const scale = normalized ? 1 / (fullScale[componentType ?? 0] ?? 1) : 1
  for (let corner = 0; corner < 8; corner++) {
    const point = transformPoint(matrix, [
      (corner & 1 ? max[0] : min[0]) * scale,
      (corner & 2 ? max[1] : min[1]) * scale,
      (corner & 4 ? max[2] : min[2]) * scale,
    ])
    for (let c = 0; c < 3; c++) {
      box.min[c] = Math.min(box.min[c], point[c])
      box.max[c] = Math.max(box.max[c], point[c])
    }
  }
}

function measureTextures(json: GltfJson, binary: Uint8Array): Promise<TextureStats[]> {
  return Promise.all(
    (json.images ?? []).map(async (image, index) => {
      const view = json.bufferViews?.[image.bufferView ?? -1]
      const start = view?.byteOffset ?? 0
      const bytes = view ? binary.subarray(start, start + view.byteLength) : new Uint8Array()
      const { width, height } = await pictureSize(bytes)
      return {
        name: image.name ?? `image ${index}`,
        widthPx: width,
        heightPx: height,
        mimeType: image.mimeType ?? '',
        sizeBytes: bytes.byteLength,
      }
    }),
  )
}

const ktx2Magic = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb]

/**
 * Reads a picture's size from its header alone. Returns 0 × 0 for formats that neither sharp nor
 * KTX 2 reads.
 */
async function pictureSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  if (bytes.length >= 28 && ktx2Magic.every((byte, k) => bytes[k] === byte)) {
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    return { width: view.getUint32(20, true), height: view.getUint32(24, true) }
  }
  if (!isGltfPicture(bytes)) return { width: 0, height: 0 }
  // Count a broken texture without its size, because the validator reports the texture.
  return sharp(bytes)
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => ({ width: 0, height: 0 }),
    )
}

function transformPoint(m: Matrix, [x, y, z]: readonly [number, number, number]): number[] {
  return [0, 1, 2].map((row) => m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12])
}

function localMatrix({ matrix, translation, rotation, scale }: GltfNode): Matrix {
  if (matrix?.length === 16) return matrix
  return compose({
    translation: translation?.length === 3 ? translation : [],
    rotation: rotation?.length === 4 ? rotation : [],
    scale: scale?.length === 3 ? scale : [],
  })
}
