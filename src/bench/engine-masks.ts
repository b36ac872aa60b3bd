import { findMeshDefects } from '#engine/testing/find-defects.ts'
import { coarseSides, meshOfMask, randomCase } from '#engine/testing/random-masks.ts'

const cases = 2_000
/** Every so many cases the grid is as fine as for people. */
const fineEvery = 20

/** Makes meshes of random silhouettes with random settings, and counts those with any defect. */
export async function tryMasks(): Promise<Record<string, number>> {
  let bad = 0
  let slowestMs = 0
  for (let number = 0; number < cases; number++) {
    const { mask, params } = randomCase(number)
    const start = performance.now()
    const mesh = await meshOfMask(mask, params, number % fineEvery === 0 ? undefined : coarseSides)
    slowestMs = Math.max(slowestMs, performance.now() - start)
    const defects = await findMeshDefects(mesh, params.face_limit ?? 0)
    if (defects.length === 0) continue
    bad++
    console.log(`silhouette ${number}: ${defects.join(', ')}`)
  }
  console.log(`${cases} random silhouettes: ${bad} with defects`)
  return { masks_tried: cases, masks_bad: bad, mask_slowest_ms: Math.round(slowestMs) }
}
