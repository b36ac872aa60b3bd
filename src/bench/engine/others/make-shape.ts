import { cleanColours } from '#engine/colour.ts'
import { cropObject } from '#engine/crop.ts'
import sharp from 'sharp'
import { loadPrior, createPrior } from '#engine/fields/prior/create-prior.ts'
import { decodePicture, type DecodedPicture as EnginePicture } from '#engine/decode.ts'
import { buildFields } from '#engine/fields/build-fields.ts'
import { cleanMask } from '#engine/mask/clean-mask.ts'
import { imageTo3d } from '#engine/image-to-3d.ts'
import { findForeground } from '#engine/mask/find-foreground.ts'
import { buildMesh } from '#engine/mesh/build-mesh.ts'
import { completeParams, type ViewPictures } from '#engine/params.ts'
import { createPlane, type Plane } from '#engine/raster/plane.ts'
import { makeShape } from '#engine/shape.ts'
import { weightsPath } from '#engine/testing/weights-path.fixture.ts'
import { readOtherSides } from '#engine/views/other-sides.ts'
import { isQuick } from '../run-case.ts'
import type { TriangleSolid } from '../views.ts'
import { pictureSide, type CachedPicture } from './take-pictures.ts'

const faceLimit = 8_000
/** Width of the picture in pixels, and number of grid cells, in the quick run. */
const quickSide = 256
const quickGrid = { min: 128, max: 144 }

export async function reconstructShape(
  { png, nearness }: CachedPicture,
  { views, hasDepth = false }: { views?: ViewPictures; hasDepth?: boolean } = {},
): Promise<TriangleSolid> {
  const params = completeParams({ face_limit: faceLimit })
  const picture = isQuick ? await decodeSmall(png) : await decodePicture(png)
  const cutout = cropObject(
    picture,
    cleanMask(await findForeground(picture, weightsPath), faceLimit),
  )
  const colours = cleanColours(cutout)
  const reading = { front: cutout, colours, depth: colours.depth, masks: weightsPath, faceLimit }
  const others = views && (await readOtherSides(views, reading, []))
  const prior = await loadPrior(weightsPath)
  const options = {
    prior: prior && createPrior(prior, cutout),
    behind: hasDepth ? await loadPrior(weightsPath, 'shape-behind.bin') : undefined,
    profile: others?.profile,
    side: others?.side,
    depth: hasDepth
      ? { near: cropNearness(nearness, cutout, picture.width), isMetric: true }
      : undefined,
  }
  if (!isQuick) return (await makeShape({ cutout, colours, params }, options)).mesh
  const fields = buildFields({ cutout, colours, params }, { ...options, sides: quickGrid })
  return buildMesh(fields, cutout)
}

export async function reconstructModel({ png }: CachedPicture): Promise<Uint8Array> {
  const bytes = isQuick ? await sharp(png).resize(quickSide, quickSide).png().toBuffer() : png
  const params = { face_limit: faceLimit, pbr: false, texture_size: 512 } as const
  return (await imageTo3d(bytes, { params, weightsPath })).glb
}

export const cluesFrom = async (picture: CachedPicture): Promise<readonly number[]> =>
  (await fieldsFrom(picture)).clues

/**
 * Returns a coarse shape of a small picture, and the values from which the engine estimates the
 * depth.
 */
export async function fieldsFrom({ png }: CachedPicture) {
  const params = completeParams({ face_limit: faceLimit })
  const small = await decodeSmall(png)
  const cutout = cropObject(small, cleanMask(await findForeground(small, weightsPath), faceLimit))
  let clues: readonly number[] = []
  const fields = buildFields(
    { cutout, colours: cleanColours(cutout), params },
    { sides: quickGrid, onClues: (heard) => (clues = heard) },
  )
  return { fields, cutout, clues }
}

type Crop = { left: number; top: number; width: number; height: number }

function cropNearness(
  nearness: Float32Array,
  { left, top, width, height }: Crop,
  pictureWidth: number,
): Plane {
  const plane = createPlane(width, height)
  const scale = pictureSide / pictureWidth
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const px = Math.floor((x + left + 0.5) * scale)
      const py = Math.floor((y + top + 0.5) * scale)
      const isIn = px >= 0 && py >= 0 && px < pictureSide && py < pictureSide
      plane.data[y * width + x] = isIn ? nearness[py * pictureSide + px] * pictureWidth : NaN
    }
  }
  return plane
}

async function decodeSmall(png: Uint8Array): Promise<EnginePicture> {
  const rgba = await sharp(png).resize(quickSide).raw().toBuffer()
  return { width: quickSide, height: quickSide, rgba, scale: 1 }
}
