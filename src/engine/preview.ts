import { cleanColours } from './colour.ts'
import { cropObject } from './crop.ts'
import type { DecodedPicture } from './decode.ts'
import { EngineError } from './errors.ts'
import { packGlb } from './glb.ts'
import { cleanMask } from './mask/clean-mask.ts'
import { createPrior } from './fields/prior/create-prior.ts'
import type { PriorNetwork } from './fields/prior/network.ts'
import type { Foreground } from './mask/find-foreground.ts'
import type { EngineParams } from './params.ts'
import { coveredBox, type PixelBox } from './raster/covered-box.ts'
import { createPlane, type Plane } from './raster/plane.ts'
import { makeShape } from './shape.ts'
import { unwrapMesh } from './uv.ts'
import type { SideProfile } from './views/side-profile.ts'

const facesMax = 2_000
const objectSide = 128
const gridSides = { min: 56, max: 72 }

type PreviewInput = {
  readonly foreground: Foreground
  readonly params: EngineParams
  readonly prior?: PriorNetwork | undefined
  readonly profile?: SideProfile | undefined
}

/**
 * Makes a rough shape without textures from the mask alone, to show while the model is being made.
 * @returns a GLB of at most 2,000 faces, in the position and size of the final model; `undefined`
 * if too little of the object remains at that size.
 */
export async function makePreview(
  picture: DecodedPicture,
  { foreground, params, prior, profile }: PreviewInput,
): Promise<Uint8Array | undefined> {
  const coarse = { ...params, face_limit: Math.min(facesMax, params.face_limit), detail: 0 }
  try {
    const small = shrinkObject(picture, foreground)
    const cutout = cropObject(small.picture, cleanMask(small.foreground, coarse.face_limit))
    const { mesh } = await makeShape(
      { cutout, colours: cleanColours(cutout), params: coarse },
      {
        sides: gridSides,
        prior: prior && createPrior(prior, cutout, true),
        profile,
      },
    )
    return await packGlb(unwrapMesh(mesh, cutout), {}, { scale: params.auto_size })
  } catch (error) {
    // Ignore the error, because an object that is too small for a preview may be large enough for a
    // model.
    if (error instanceof EngineError) return undefined
    throw error
  }
}

function shrinkObject(
  picture: DecodedPicture,
  foreground: Foreground,
): { picture: DecodedPicture; foreground: Foreground } {
  const { alpha } = foreground
  const { left, top, right, bottom } = roomAround(alpha)
  const factor = Math.min(1, objectSide / Math.max(right - left, bottom - top))
  const width = Math.max(8, Math.round((right - left) * factor))
  const height = Math.max(8, Math.round((bottom - top) * factor))
  const coverage = createPlane(width, height)
  const counts = new Uint32Array(width * height)
  const sums = new Float32Array(width * height * 3)
  // First column of the picture that each column of the result covers.
  const columns = Int32Array.from({ length: width + 1 }, (_, x) =>
    Math.ceil((x * (right - left)) / width),
  )
  for (let y = top; y < bottom; y++) {
    const row = Math.floor(((y - top) * height) / (bottom - top)) * width
    const start = y * picture.width + left
    for (let x = 0; x < width; x++) {
      const end = start + columns[x + 1]
      let [covered, red, green, blue] = [0, 0, 0, 0]
      for (let source = start + columns[x]; source < end; source++) {
        covered += alpha.data[source]
        red += picture.rgba[source * 4]
        green += picture.rgba[source * 4 + 1]
        blue += picture.rgba[source * 4 + 2]
      }
      const i = row + x
      counts[i] += columns[x + 1] - columns[x]
      coverage.data[i] += covered
      sums[i * 3] += red
      sums[i * 3 + 1] += green
      sums[i * 3 + 2] += blue
    }
  }
  const rgba = new Uint8Array(width * height * 4)
  for (let i = 0; i < counts.length; i++) {
    const count = Math.max(1, counts[i])
    coverage.data[i] /= count
    for (let c = 0; c < 3; c++) rgba[i * 4 + c] = sums[i * 3 + c] / count
  }
  return {
    picture: { width, height, rgba, scale: 1 },
    foreground: { ...foreground, alpha: coverage },
  }
}

function roomAround(alpha: Plane): PixelBox {
  const { width, height } = alpha
  const box = coveredBox(alpha)
  const isNowhere = box.right === 0
  const { left, top, right, bottom } = isNowhere
    ? { left: 0, top: 0, right: width, bottom: height }
    : box
  const room = Math.max(4, Math.ceil(Math.max(right - left, bottom - top) * 0.05))
  return {
    left: Math.max(0, left - room),
    top: Math.max(0, top - room),
    right: Math.min(width, right + room),
    bottom: Math.min(height, bottom + room),
  }
}
