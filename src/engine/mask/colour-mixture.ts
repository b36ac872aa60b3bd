/** A mixture of Gaussians in Lab with full covariances. */
export type ColourMixture = readonly ColourComponent[]

type ColourComponent = {
  readonly mean: readonly [number, number, number]
  readonly precision: readonly [number, number, number, number, number, number]
  readonly logWeight: number
}

const rounds = 6
/** Added to each variance (ΔE²), because the covariance of a flat colour would have no inverse. */
const varianceMin = 6

/**
 * Fits a mixture by k-means.
 * @param samples concatenated Lab triples.
 * @param random picks the first centres (k-means++).
 */
export function fitMixture(
  samples: Float32Array,
  components: number,
  random: () => number,
): ColourMixture {
  const count = samples.length / 3
  const centres = chooseCentres(samples, Math.min(components, Math.max(1, count >> 2)), random)
  const labels = new Int32Array(count)
  for (let round = 0; round < rounds; round++) moveCentres(samples, centres, labels)
  return centres.flatMap((mean, label) => describe(samples, { labels, label, mean }) ?? [])
}

/** Returns the negative log likelihood of a colour in the mixture. */
// oxlint-disable-next-line max-params -- for each pixel
export function surprisal(mixture: ColourMixture, l: number, a: number, b: number): number {
  let likelihood = 0
  for (const { mean, precision, logWeight } of mixture) {
    const x = l - mean[0]
    const y = a - mean[1]
    const z = b - mean[2]
    const distance =
      precision[0] * x * x +
      2 * precision[1] * x * y +
      2 * precision[2] * x * z +
      precision[3] * y * y +
      2 * precision[4] * y * z +
      precision[5] * z * z
    likelihood += Math.exp(Math.max(-60, logWeight - 0.5 * distance))
  }
  return -Math.log(likelihood + 1e-26)
}

type Centre = [number, number, number]

function squaredDistance(samples: Float32Array, i: number, centre: Centre): number {
  const x = samples[i * 3] - centre[0]
  const y = samples[i * 3 + 1] - centre[1]
  const z = samples[i * 3 + 2] - centre[2]
  return x * x + y * y + z * z
}

function chooseCentres(samples: Float32Array, wanted: number, random: () => number): Centre[] {
  const count = samples.length / 3
  const at = (i: number): Centre => [samples[i * 3], samples[i * 3 + 1], samples[i * 3 + 2]]
  const centres = [at(Math.floor(random() * count))]
  const nearest = new Float64Array(count).fill(Infinity)
  while (centres.length < wanted) {
    const newest = centres[centres.length - 1]
    let sum = 0
    for (let i = 0; i < count; i++) {
      nearest[i] = Math.min(nearest[i], squaredDistance(samples, i, newest))
      sum += nearest[i]
    }
    let left = random() * sum
    let chosen = 0
    for (; chosen < count - 1; chosen++) {
      left -= nearest[chosen]
      if (left <= 0) break
    }
    centres.push(at(chosen))
  }
  return centres
}

function moveCentres(samples: Float32Array, centres: Centre[], labels: Int32Array): void {
  const sums = new Float64Array(centres.length * 4)
  for (let i = 0; i < labels.length; i++) {
    let best = 0
    let bestDistance = Infinity
    for (let k = 0; k < centres.length; k++) {
      const distance = squaredDistance(samples, i, centres[k])
      if (distance < bestDistance) {
        bestDistance = distance
        best = k
      }
    }
    labels[i] = best
    for (let c = 0; c < 3; c++) sums[best * 4 + c] += samples[i * 3 + c]
    sums[best * 4 + 3]++
  }
  for (let k = 0; k < centres.length; k++) {
    const members = sums[k * 4 + 3]
    if (members === 0) continue
    for (let c = 0; c < 3; c++) centres[k][c] = sums[k * 4 + c] / members
  }
}

type Cluster = {
  readonly labels: Int32Array
  readonly label: number
  readonly mean: Centre
}

function describe(
  samples: Float32Array,
  { labels, label, mean }: Cluster,
): ColourComponent | undefined {
  let members = 0
  let [ll, la, lb, aa, ab, bb] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label) continue
    const x = samples[i * 3] - mean[0]
    const y = samples[i * 3 + 1] - mean[1]
    const z = samples[i * 3 + 2] - mean[2]
    members++
    ll += x * x
    la += x * y
    lb += x * z
    aa += y * y
    ab += y * z
    bb += z * z
  }
  if (members === 0) return undefined
  ll = ll / members + varianceMin
  aa = aa / members + varianceMin
  bb = bb / members + varianceMin
  la /= members
  lb /= members
  ab /= members
  const determinant = ll * (aa * bb - ab * ab) - la * (la * bb - ab * lb) + lb * (la * ab - aa * lb)
  return {
    mean,
    precision: [
      (aa * bb - ab * ab) / determinant,
      (lb * ab - la * bb) / determinant,
      (la * ab - lb * aa) / determinant,
      (ll * bb - lb * lb) / determinant,
      (la * lb - ll * ab) / determinant,
      (ll * aa - la * la) / determinant,
    ],
    logWeight: Math.log(members / labels.length) - 0.5 * Math.log(determinant),
  }
}
