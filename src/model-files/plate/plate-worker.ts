import '../optimize/block-code-generation.ts'
import wasmUrl from 'manifold-3d/manifold.wasm?url'
import { writePartsAsGlb } from '../import/write-glb.ts'
import { measureExtent } from '../mesh/extent.ts'
import { startSolids } from '../print/solid.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { serveWorker } from '../worker/serve-worker.ts'
import { buildPlate, type PlatePicture } from './build-plate.ts'
import { toLuminance } from './luminance.ts'
import type { PlateAnswer, PlateQuestion } from './plate-options.ts'

serveWorker(
  async (question: PlateQuestion): Promise<PlateAnswer> => {
    const { options, nodesMax, isBacklit } = question
    const { part, pixelsPerMm } = await buildPlate(await openPicture(question), options, {
      nodesMax,
      startSolids: () => startSolids(wasmUrl),
    })
    const radiusMm =
      options.bendDegrees === 0
        ? Infinity
        : options.widthMm / ((options.bendDegrees * Math.PI) / 180)
    const colors = isBacklit
      ? createBacklight(part.positions, { radiusMm, minMm: options.minMm })
      : undefined
    const { low, high } = measureExtent([part])
    return {
      glb: await writePartsAsGlb({
        parts: [{ ...part, name: options.kind, ...(colors && { colors }) }],
        materials: [
          {
            name: 'White plastic',
            color: [0.9, 0.9, 0.88, 1],
            metalness: 0,
            roughness: 0.6,
            emissive: [0, 0, 0],
            isDoubleSided: false,
          },
        ],
      }),
      sizeMm: [toMm(high[0] - low[0]), toMm(high[1] - low[1]), toMm(high[2] - low[2])],
      triangles: part.indices.length / 3,
      pixelsPerMm,
    }
  },
  ({ glb }) => [glb.buffer],
)

const toMm = (metres: number): number => Math.round(metres * 10_000) / 10

async function openPicture({ url, options }: PlateQuestion): Promise<PlatePicture> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) })
  if (!response.ok) {
    throw new UnworkableModelError('This picture is no longer stored. Choose it again.')
  }
  const bitmap = await createImageBitmap(await response.blob()).catch((cause: unknown) => {
    throw new UnworkableModelError('The browser cannot read this picture. Try PNG or JPEG.', {
      cause,
    })
  })
  // Transparent pixels become the thinnest place of a lithophane, and the lowest place of a relief.
  const background = (options.kind === 'lithophane') !== options.isInverted ? 1 : 0
  return {
    aspect: bitmap.width / bitmap.height,
    sample: (columns, rows) => {
      const context = new OffscreenCanvas(columns, rows).getContext('2d')
      if (!context) throw new UnworkableModelError('The browser ran out of memory for the picture.')
      context.imageSmoothingQuality = 'high'
      context.drawImage(bitmap, 0, 0, columns, rows)
      return toLuminance(context.getImageData(0, 0, columns, rows).data, background)
    },
  }
}

/** Attenuation of white plastic per millimetre. Measured values are 0.4 to 0.9. */
const attenuationPerMm = 0.7

/**
 * Returns grey colours of a lithophane with a lamp behind it.
 * @param positions upright plate in metres, flat or bent.
 * @param radiusMm radius of the back. Infinite for a flat plate.
 */
function createBacklight(
  positions: Float32Array,
  { radiusMm, minMm }: { radiusMm: number; minMm: number },
): Float32Array {
  const colors = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    const x = (positions[at] ?? 0) * 1000
    const z = (positions[at + 2] ?? 0) * 1000
    const thickness = radiusMm === Infinity ? z : Math.hypot(x, z + radiusMm) - radiusMm
    const light = Math.exp(-attenuationPerMm * Math.max(0, thickness - minMm))
    colors.fill(light, at, at + 3)
  }
  return colors
}
