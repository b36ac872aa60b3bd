import { turnMeshUpright } from './turn-mesh-upright.ts'
import { EngineError } from '../errors.ts'
import { packGlb } from '../glb.ts'
import type { Mesh } from '../mesh/mesh.ts'
import { vertexNormals } from '../mesh/vertex-normals.ts'
import { simplifyMesh } from '../simplify.ts'
import { engineVersion } from '../version.ts'
import { findMedian } from './cameras/calibrate.ts'
import { getCentre } from './cameras/lens.ts'
import { findShape, type ScanPhotos, type ScanShape } from './find-shape.ts'
import { meshGrid } from './hull/mesh-grid.ts'
import { describeProblems, type PhotoReport } from './scan-error.ts'
import { completeScanParams, photosMax, type ScanParams } from '../scan-params.ts'
import { overallScanProgress, type ScanStage } from '../scan-stages.ts'
import { paintScan } from './texture/paint-scan.ts'

export type ScanOptions = {
  readonly params?: Partial<ScanParams>
  /** Written to `asset.extras.recipe`, together with the effective params and the report. */
  readonly recipe?: Record<string, unknown>
  /** Called with the running stage and the overall progress, 0 to 1, never decreasing. */
  readonly onProgress?: (stage: ScanStage, progress: number) => void
}

export type ScanResult = {
  readonly glb: Uint8Array
  readonly params: ScanParams
  /** Sentences about photos that were left out and about directions without photos. */
  readonly warnings: string[]
  readonly report: ScanReport
}

export type ScanReport = {
  readonly mat: string
  readonly photos: readonly PhotoReport[]
  /** Width, height and depth of the model in mm. */
  readonly sizeMm: readonly number[]
  readonly sizeErrorMm: number
}

/** Only a camera below this elevation, in degrees, shows whether the top of the object is flat. */
const lowElevation = 18
const lowPhotosMin = 4
/**
 * Expected error of a size, as a fraction of the longest side. It is divided by the number of
 * photos.
 */
const sizeErrorFraction = 0.6

/**
 * Makes a closed, textured model of true size from photos of an object on the printed mat. Runs for
 * up to a minute and blocks its thread, so run it in a worker.
 *    @throws {EngineError} if no model can be made from the photos or params.
 */
export async function scanTo3d(photos: ScanPhotos, options: ScanOptions): Promise<ScanResult> {
  const { params: given = {}, recipe = {}, onProgress = () => {} } = options
  const params = completeScanParams(given)
  if (photos.count > photosMax) {
    throw new EngineError('out_of_bounds', `A scan may have at most ${photosMax} photos.`)
  }
  const enter = (stage: ScanStage, done = 0) => onProgress(stage, overallScanProgress(stage, done))
  const shape = await findShape(photos, params.mat, enter)
  enter('mesh')
  const surface = meshGrid(shape.grid)
  const fine = { ...surface, normals: vertexNormals(surface.positions, surface.indices) }
  const mesh = await simplifyMesh(fine, params.face_limit)
  enter('texture')
  const views = shape.views.filter(({ isDropped }) => !isDropped)
  const painted = params.texture
    ? await paintScan(mesh, views, (done) => enter('texture', done))
    : { mesh: { ...mesh, uvs: new Float32Array(), tangents: new Float32Array() }, textures: {} }
  enter('glb')
  const scale = params.bar_mm / 100
  const upright = turnMeshUpright(painted.mesh)
  const report = createReport(shape, upright, scale)
  const warnings = [...describeProblems(shape.photos), ...describeGaps(shape)]
  const made = { params, engine: 'Bozzetto scan', engineVersion, scan: report }
  const extras = { recipe: { ...recipe, ...made, ...(warnings.length > 0 && { warnings }) } }
  const glb = await packGlb(upright, painted.textures, { extras, scale: 0.001 * scale })
  enter('glb', 1)
  return { glb, params, warnings, report }
}

function createReport(shape: ScanShape, { positions }: Mesh, scale: number): ScanReport {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k])
    high[k % 3] = Math.max(high[k % 3], positions[k])
  }
  const sizes = high.map((value, k) => (value - low[k]) * scale)
  const cameras = shape.cameras.filter((camera) => camera !== undefined)
  const error = findMedian(cameras.map(({ errorMm }) => errorMm))
  const errorFraction = sizeErrorFraction / cameras.length
  const total = errorFraction * Math.max(...sizes) + (error + shape.grid.side / 2) * scale
  return {
    mat: shape.mat.name,
    photos: shape.photos,
    sizeMm: sizes.map((size) => Math.round(size * 10) / 10),
    sizeErrorMm: Math.round(total * 10) / 10,
  }
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
