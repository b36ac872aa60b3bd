import { findMeshDefects } from '#engine/testing/find-defects.fixture.ts'
import {
  coarseSides,
  meshOfMask,
  randomCase,
  randomSides,
} from '#engine/testing/random-masks.fixture.ts'

/**
 * Interval, in cases, at which a case has the resolution of the app. The other cases are coarser
 * and faster.
 */
const fineEvery = 20

export type MasksTried = {
  tried: number
  bad: string[]
  crossing: number
  slowestMs: number
}

/** Interval, in cases, at which a case also has silhouettes of other sides. */
const sidesEvery = 7

/** Generates models from random silhouettes with random settings, and collects their defects. */
export async function tryMasks({
  first,
  step,
  end,
}: {
  first: number
  step: number
  end: number
}): Promise<MasksTried> {
  const bad: string[] = []
  let crossing = 0
  let tried = 0
  let slowestMs = 0
  for (let number = first; number < end; number += step) {
    const { mask, params, ...seen } = createRandomFor(number)
    const start = performance.now()
    const sides = number % fineEvery === 0 ? undefined : coarseSides
    const defects = await meshOfMask(mask, params, { sides, ...seen }).then(
      (mesh) => findMeshDefects(mesh, params.face_limit ?? 0),
      (error: unknown) => [`not made: ${String(error)}`],
    )
    slowestMs = Math.max(slowestMs, performance.now() - start)
    if (defects.length > 0) bad.push(`silhouette ${number}: ${defects.join(', ')}`)
    if (defects.length === 1 && defects[0].endsWith('cross others')) crossing++
    tried++
  }
  return { tried, bad, crossing, slowestMs }
}

const createRandomFor = (number: number) =>
  number % sidesEvery === 1 ? randomSides(number) : randomCase(number)
