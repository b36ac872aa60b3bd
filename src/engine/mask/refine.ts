import { clamp } from '#lib/clamp.ts'
import { createRandom } from '../random.ts'
import { guidedFilter } from '../raster/guided-filter.ts'
import { createPlane, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { resample } from '../raster/resample.ts'
import { fitMixture, surprisal } from './colour-mixture.ts'
import { growThreads } from './grow-threads.ts'
import { walkRandomly } from './random-walker.ts'

const components = 5
const rounds = 2
const samplesMin = 60

/**
 * Moves the mask network's soft outline to colour edges. Uncertain pixels are classified by the
 * colours of the certain areas.
 */
export function refinePrior(lab: ThreePlanes, guess: Plane): Plane {
  // Use a fixed seed, because the mask must not depend on the model's seed.
  const random = createRandom(1)
  let prior = guess
  for (let round = 0; round < rounds; round++) {
    const front = gather(lab, prior, (p) => p > 0.85)
    const back = gather(lab, prior, (p) => p < 0.15)
    if (front.length < samplesMin * 3 || back.length < samplesMin * 3) break
    const frontColours = fitMixture(front, components, random)
    const backColours = fitMixture(back, components, random)
    const target = createPlane(prior.width, prior.height)
    const pull = createPlane(prior.width, prior.height)
    for (let i = 0; i < target.data.length; i++) {
      const l = lab[0].data[i]
      const a = lab[1].data[i]
      const b = lab[2].data[i]
      const evidence = surprisal(backColours, l, a, b) - surprisal(frontColours, l, a, b)
      const byColour = 1 / (1 + Math.exp(-clamp(evidence, -8, 8) * 0.7))
      const p = prior.data[i]
      target.data[i] = p > 0.9 || p < 0.1 ? p : 0.6 * p + 0.4 * byColour
      pull.data[i] = 0.02 + 0.3 * (2 * p - 1) ** 4
    }
    prior = walkRandomly(lab, target, pull)
  }
  return prior
}

/** Enlarges a coarse mask (`prior`) to the resolution of `lab`, along the edges of the picture. */
export function sharpenPrior(lab: ThreePlanes, prior: Plane): Plane {
  const { width, height } = lab[0]
  const guide = createPlane(width, height)
  for (let i = 0; i < guide.data.length; i++) {
    guide.data[i] = (lab[0].data[i] + 0.5 * lab[1].data[i] + 0.5 * lab[2].data[i]) / 100
  }
  const radius = Math.max(3, Math.round((width / prior.width) * 2))
  const alpha = guidedFilter(guide, resample(prior, width, height), { radius, epsilon: 1e-3 })
  for (let i = 0; i < alpha.data.length; i++) {
    alpha.data[i] = clamp((alpha.data[i] - 0.5) * 1.6 + 0.5, 0, 1)
  }
  return growThreads(lab, alpha)
}

function gather(
  lab: ThreePlanes,
  { data }: Plane,
  isWanted: (probability: number) => boolean,
): Float32Array {
  const samples = new Float32Array(data.length * 3)
  let length = 0
  for (let i = 0; i < data.length; i++) {
    if (!isWanted(data[i])) continue
    for (const plane of lab) samples[length++] = plane.data[i]
  }
  return samples.subarray(0, length)
}
