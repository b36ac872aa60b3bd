import { findMeshDefects } from '#engine/testing/find-defects.fixture.ts'
import { coarseSides, meshOfMask, randomCase } from '#engine/testing/random-masks.fixture.ts'

/** Every so many cases the grid is as fine as for people. */
const fineEvery = 20

export type MasksTried = {
  tried: number
  /** What is wrong, a line for each silhouette with any defect. */
  bad: string[]
  /** Those of them that are closed, valid and within the limit, but have parts that cut through others. */
  crossing: number
  slowestMs: number
}

/** Makes meshes of random silhouettes with random settings, and tells those with any defect. */
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
    const { mask, params } = randomCase(number)
    const start = performance.now()
    const sides = number % fineEvery === 0 ? undefined : coarseSides
    const defects = await meshOfMask(mask, params, sides).then(
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
