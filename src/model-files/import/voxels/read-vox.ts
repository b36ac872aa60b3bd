import { BufferAttribute, type BufferGeometry, Group, type Matrix4, Mesh } from 'three'
import { buildMesh, VOXLoader, type VOXLoaderResult } from 'three/addons/loaders/VOXLoader.js'
import { formatPlural } from '#lib/format.ts'
import type { MeshPart, Parts } from '../../mesh/parts.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import { toPart, unpainted } from '../read-three.ts'

/** Size of a voxel in metres. MagicaVoxel exports ten voxels per unit. */
const metresPerVoxel = 0.1
const voxelsMax = 4_000_000

/**
 * Reads the visible faces of a MagicaVoxel file with their colours, in metres and y up.
 * @param report receives omissions.
 */
export function readVox(bytes: Uint8Array, report: ImportReport): Parts {
  const chunks = listChunks(bytes)
  if (chunks === undefined) {
    throw new UnworkableModelError('This VOX is damaged, or not a MagicaVoxel file.')
  }
  const voxels = chunks.reduce((sum, { voxels: count }) => sum + count, 0)
  if (voxels > voxelsMax) {
    throw new UnworkableModelError(
      `This VOX has ${voxels.toLocaleString('en')} voxels, more than the ${voxelsMax.toLocaleString('en')} that can be shown.`,
    )
  }
  const read = new VOXLoader().parse(bytes.slice().buffer) as VOXLoaderResult | undefined
  const [first, ...frames] = read?.chunks ?? []
  if (!read || !first) throw new UnworkableModelError('This VOX is damaged: it has no model.')
  // Older files have no scene, and their models are the frames of an animation.
  const scene = read.scene ?? new Group().add(buildMesh(first))
  if (!read.scene && frames.length > 0) {
    report.losses.push(
      `Left out: ${formatPlural(frames.length, 'further frame')} of its animation.`,
    )
  }
  scene.scale.setScalar(metresPerVoxel)
  scene.updateMatrixWorld(true)
  const parts: MeshPart[] = []
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    if (read.scene) moveToVoxelGrid(object.geometry)
    const part = toPart(object.geometry, 0)
    parts.push({
      ...moved(part, object.matrixWorld),
      name: object.name || `model ${parts.length + 1}`,
    })
  })
  report.losses.push('One voxel became 10 cm.')
  if (chunks.some(({ id }) => id === 'MATL')) {
    report.losses.push('Left out: the materials of MagicaVoxel (glass, metal, light).')
  }
  return { parts, materials: [{ ...unpainted, name: 'voxels', color: [1, 1, 1, 1] }] }
}

/**
 * Moves a model by half a voxel along each axis with an odd size. MagicaVoxel turns models around
 * the corner of a voxel, three.js around the exact centre.
 */
function moveToVoxelGrid(geometry: BufferGeometry): void {
  const { position } = geometry.attributes
  geometry.translate(
    isBetween(position?.getX(0)) ? 0.5 : 0,
    isBetween(position?.getY(0)) ? 0.5 : 0,
    // The z axis of MagicaVoxel points to the back after the conversion.
    isBetween(position?.getZ(0)) ? -0.5 : 0,
  )
}

const isBetween = (value: number | undefined): boolean =>
  value !== undefined && !Number.isInteger(value)

type Chunk = { id: string; voxels: number }

/** Lists the chunks of a file, or returns `undefined` if a chunk exceeds the file. */
function listChunks(bytes: Uint8Array): Chunk[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.byteLength < 20 || nameAt(0) !== 'VOX ') return undefined
  const chunks: Chunk[] = []
  // The first chunk contains all other chunks, which start at byte 20.
  for (let at = 20; at < bytes.byteLength;) {
    if (at + 12 > bytes.byteLength) return undefined
    const [id, length] = [nameAt(at), view.getUint32(at + 4, true)]
    if (at + 12 + length > bytes.byteLength) return undefined
    const count = id === 'XYZI' ? view.getUint32(at + 12, true) : 0
    if (count * 4 > length || (id === 'SIZE' && !isSane(view, at + 12))) return undefined
    chunks.push({ id, voxels: count })
    at += 12 + length
  }
  return chunks
}

/** Returns whether a model has at most 256 voxels along each axis, as the VOX format requires. */
const isSane = (view: DataView, at: number): boolean =>
  [0, 4, 8].every(
    (offset) => at + offset + 4 <= view.byteLength && view.getUint32(at + offset, true) <= 256,
  )

function moved(part: MeshPart, matrix: Matrix4): MeshPart {
  const positions = new BufferAttribute(part.positions.slice(), 3).applyMatrix4(matrix)
  const indices = part.indices.slice()
  // The rotation of a voxel model can also mirror the model.
  if (matrix.determinant() < 0) {
    for (let at = 0; at < indices.length; at += 3) {
      const second = indices[at + 1] ?? 0
      indices[at + 1] = indices[at + 2] ?? 0
      indices[at + 2] = second
    }
  }
  const { normals: _normals, ...rest } = part
  return { ...rest, indices, positions: positions.array as Float32Array }
}
