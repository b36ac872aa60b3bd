import { EngineError } from '../errors.ts'
import { packGlb } from '../glb.ts'
import type { Mesh } from '../mesh/mesh.ts'
import { vertexNormals } from '../mesh/vertex-normals.ts'
import { completeScanParams, photosMax, type ScanParams } from '../scan-params.ts'
import { overallScanProgress, type ScanStage } from '../scan-stages.ts'
import { simplifyMesh } from '../simplify.ts'
import { engineVersion } from '../version.ts'
import { getCentre } from './cameras/lens.ts'
import type { ScanPhotos } from './find-cameras.ts'
import { findShape, type ScanShape } from './find-shape.ts'
import type { FieldGrid } from './hull/field-grid.ts'
import { carveHollows } from './hollows/carve-hollows.ts'
import { meshGrid } from './hull/mesh-grid.ts'
import { describeProblems } from './scan-error.ts'
import { createScanReport } from './create-scan-report.ts'
import type { ScanReport } from '../scan-report.ts'
import { noScanStore, type ScanStore } from './scan-store.ts'
import { isUsed } from './scan-view.ts'
import { paintScan } from './texture/paint-scan.ts'
import { turnMeshUpright } from './turn-mesh-upright.ts'

export type ScanOptions = {
  readonly params?: Partial<ScanParams>
  /**
   * JSON that is written to `asset.extras.recipe`, together with the effective params and the
   * report.
   */
  readonly recipe?: Record<string, unknown>
  readonly store?: ScanStore
  /**
   * Called with the running stage and the overall progress, which is 0 to 1 and never decreases.
   */
  readonly onProgress?: (stage: ScanStage, progress: number) => void
  readonly onPreview?: (glb: Uint8Array) => void
}

export type ScanResult = {
  readonly glb: Uint8Array
  readonly params: ScanParams
  readonly warnings: string[]
  readonly report: ScanReport
}

/** Largest elevation, in degrees, of photos that show whether the top of an object is flat. */
const lowElevation = 18
const lowPhotosMin = 4
const previewFaces = 12_000

/**
 * Makes a closed, textured model of true size from photos of an object on the printed mat. Runs for
 * up to a minute and blocks its thread, so call this function in a worker.
 * @throws {EngineError} if no model can be made from the photos or params.
 */
export async function scanTo3d(photos: ScanPhotos, options: ScanOptions): Promise<ScanResult> {
  const { params: given = {}, recipe = {}, onProgress = () => {}, onPreview } = options
  const params = completeScanParams(given)
  if (photos.count > photosMax) {
    throw new EngineError('out_of_bounds', `A scan may have at most ${photosMax} photos.`)
  }
  const scale = params.bar_mm / 100
  const enter = (stage: ScanStage, done = 0) => onProgress(stage, overallScanProgress(stage, done))
  const shape = await findShape(photos, {
    mat: params.mat,
    leftOut: params.left_out,
    kept: params.kept,
    store: options.store ?? noScanStore,
    onStage: enter,
    onRough: async (grid) => onPreview?.(await packPreview(grid, photos.count, scale)),
  })
  enter('mesh')
  const used = shape.views.filter(isUsed)
  carveHollows(shape.grid, used)
  const mesh = await meshShape(shape.grid, used.length, params.face_limit)
  enter('texture')
  const painted = params.texture
    ? await paintScan(mesh, used, (done) => enter('texture', done))
    : { mesh: withoutTexture(mesh), textures: {} }
  enter('glb')
  const upright = turnMeshUpright(painted.mesh)
  const report = createScanReport(shape, upright.positions, scale)
  const warnings = [
    ...describeProblems(shape.photos),
    ...describeGaps(shape),
    ...describeObjects(shape),
  ]
  const made = { params, engine: 'Bozzetto scan', engineVersion, scan: report }
  const extras = { recipe: { ...recipe, ...made, ...(warnings.length > 0 && { warnings }) } }
  const glb = await packGlb(upright, painted.textures, { extras, scale: 0.001 * scale })
  enter('glb', 1)
  return { glb, params, warnings, report }
}

const withoutTexture = (mesh: Mesh) => ({
  ...mesh,
  uvs: new Float32Array(),
  tangents: new Float32Array(),
})

function meshShape(grid: FieldGrid, photoCount: number, faceLimit: number): Promise<Mesh> {
  const surface = meshGrid(grid, photoCount)
  const normals = vertexNormals(surface.positions, surface.indices)
  return simplifyMesh({ ...surface, normals }, faceLimit)
}

async function packPreview(
  grid: FieldGrid,
  photoCount: number,
  scale: number,
): Promise<Uint8Array> {
  const mesh = await meshShape(grid, photoCount, previewFaces)
  return packGlb(turnMeshUpright(withoutTexture(mesh)), {}, { scale: 0.001 * scale })
}

function describeObjects({ objects }: ScanShape): string[] {
  if (objects < 2) return []
  return [
    `${objects} separate objects stand on the mat, and the model shows all of them. Take away what does not belong to it and scan again, or remove the parts in the editor.`,
  ]
}

function describeGaps({ cameras }: ScanShape): string[] {
  const used = cameras.filter((camera) => camera !== undefined)
  const elevations = used.map(({ pose }) => {
    const [x, y, z] = getCentre(pose)
    return (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI
  })
  const low = elevations.filter((elevation) => elevation < lowElevation).length
  if (low >= lowPhotosMin) return []
  return [
    'There are few photos from near table height, so flat tops may come out domed and too tall. About 12 of them all round help most.',
  ]
}
