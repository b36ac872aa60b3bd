import { cleanColours } from './colour.ts'
import type { Cutout } from './crop.ts'
import { packGlb } from './glb.ts'
import type { EngineParams } from './params.ts'
import { mapThree } from './raster/plane.ts'
import { averageDown } from './raster/resample.ts'
import { makeShape } from './shape.ts'
import { unwrapMesh } from './uv.ts'

const facesMax = 2_000
const cutoutSide = 176
const gridSides = { min: 96, max: 112 }

/**
 * The shape in a hurry, without textures: something to look at while the model itself is being made.
 *
 * @returns a GLB of at most 2,000 faces, in the place and size of the model to come.
 */
export async function makePreview(cutout: Cutout, params: EngineParams): Promise<Uint8Array> {
  const small = shrink(cutout)
  const coarse = { ...params, face_limit: Math.min(facesMax, params.face_limit) }
  const { mesh } = await makeShape(small, cleanColours(small), coarse, { sides: gridSides })
  return packGlb(unwrapMesh(mesh, small), {}, {}, params.auto_size)
}

function shrink(cutout: Cutout): Cutout {
  const factor = Math.min(1, cutoutSide / Math.max(cutout.width, cutout.height))
  const width = Math.max(8, Math.round(cutout.width * factor))
  const height = Math.max(8, Math.round(cutout.height * factor))
  const isBeyond = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * cutout.height) / height) * cutout.width
    for (let x = 0; x < width; x++) {
      const column = Math.floor(((x + 0.5) * cutout.width) / width)
      isBeyond[y * width + x] = cutout.isBeyond[row + column]
    }
  }
  return {
    width,
    height,
    isBeyond,
    left: cutout.left * factor,
    top: cutout.top * factor,
    objectSide: cutout.objectSide * factor,
    pictureWidth: cutout.pictureWidth * factor,
    pictureHeight: cutout.pictureHeight * factor,
    scale: 1,
    alpha: averageDown(cutout.alpha, width, height),
    linear: mapThree(cutout.linear, (plane) => averageDown(plane, width, height)),
  }
}
