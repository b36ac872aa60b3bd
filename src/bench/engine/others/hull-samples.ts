import { cleanColours } from '#engine/colour.ts'
import { cropObject } from '#engine/crop.ts'
import { decodePicture } from '#engine/decode.ts'
import { clueCount, describeCell, createPair } from '#engine/fields/hull/inside-clues.ts'
import { lineClues } from '#engine/fields/hull/line-clues.ts'
import { sampleOutlines, sideView } from '#engine/views/side-view.ts'
import { cleanMask } from '#engine/mask/clean-mask.ts'
import { findForeground } from '#engine/mask/find-foreground.ts'
import { readViews } from '#engine/views/read-views.ts'
import { weightsPath } from '#engine/testing/weights-path.fixture.ts'
import { centreDepth } from '../views.ts'
import { getCachedPicture, takeViews, getTrueSolid, type Subject } from './take-pictures.ts'
import { truthVolume } from './truth-volume.ts'

const faceLimit = 8_000

export type HullSamples = {
  readonly size: readonly [number, number, number]
  /** Cell size as a fraction of the longer side of the front picture. */
  readonly cell: number
  readonly places: Uint32Array
  readonly clues: Float32Array
  readonly inside: Uint8Array
}

/**
 * Returns the engine's clues for each cell within the outlines, and whether the model contains it.
 */
export async function hullSamples(subject: Subject): Promise<HullSamples | undefined> {
  const picture = await decodePicture((await getCachedPicture(subject, 'straight')).png)
  const cutout = cropObject(
    picture,
    cleanMask(await findForeground(picture, weightsPath), faceLimit),
  )
  const colours = cleanColours(cutout)
  const views = await readViews(await takeViews(subject), { masks: weightsPath, faceLimit }, [])
  const sides = sideView({ cutout, colours }, views)
  if (!sides) return undefined
  const { front, side, cellsLong } = sampleOutlines({ cutout, colours }, sides)
  const pair = createPair(lineClues(front, cellsLong), lineClues(side, cellsLong))
  const size = [front.alpha.width, front.alpha.height, side.alpha.width] as const
  const cell = 1 / cellsLong
  const truth = truthVolume(centreDepth(getTrueSolid(subject, 'straight')), { size, cell })
  const places: number[] = []
  for (let i = 0; i < truth.length; i++) {
    const x = i % size[0]
    const y = Math.floor(i / size[0]) % size[1]
    const z = Math.floor(i / (size[0] * size[1]))
    if (pair.front.inside[y * size[0] + x] && pair.side.inside[y * size[2] + z]) places.push(i)
  }
  const clues = new Float32Array(places.length * clueCount)
  places.forEach((i, k) => {
    const x = i % size[0]
    const y = Math.floor(i / size[0]) % size[1]
    describeCell(pair, x, y, Math.floor(i / (size[0] * size[1])), clues, k * clueCount)
  })
  return {
    size,
    cell,
    places: Uint32Array.from(places),
    clues,
    inside: Uint8Array.from(places, (i) => truth[i]),
  }
}
