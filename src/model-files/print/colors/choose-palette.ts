import { compareLabs, type Lab } from './oklab.ts'

/** Number of bins per axis of the colour space OKLab, for counting colours. */
const binsPerAxis = 48
const roundsMax = 40
/** Distance in OKLab below which two colours look the same on a print. */
const sameDistance = 0.02

type Bin = { lab: Lab; weight: number }

export class ColorCounts {
  readonly #sums = new Map<number, [l: number, a: number, b: number, weight: number]>()

  add([l, a, b]: Lab, weight: number): void {
    const key = [l, a + 0.5, b + 0.5].reduce(
      (place, value) => place * binsPerAxis + Math.round(value * (binsPerAxis - 1)),
      0,
    )
    const sum = this.#sums.get(key)
    if (!sum) {
      this.#sums.set(key, [l * weight, a * weight, b * weight, weight])
      return
    }
    sum[0] += l * weight
    sum[1] += a * weight
    sum[2] += b * weight
    sum[3] += weight
  }

  list(): Bin[] {
    return [...this.#sums.values()]
      .filter(([, , , weight]) => weight > 0)
      .map(([l, a, b, weight]) => ({ lab: [l / weight, a / weight, b / weight], weight }))
  }
}

/**
 * Chooses up to `count` colours by k-means. The first colours are far apart, so that small areas
 * keep a distinct colour. The result is the same for the same input.
 */
export function choosePalette(counts: ColorCounts, count: number): Lab[] {
  const bins = counts.list()
  const palette = chooseFirst(bins, count)
  for (let round = 0; round < roundsMax; round++) {
    const sums = palette.map((): [number, number, number, number] => [0, 0, 0, 0])
    for (const { lab, weight } of bins) {
      const sum = sums[findNearest(palette, lab)]
      if (!sum) continue
      sum[0] += lab[0] * weight
      sum[1] += lab[1] * weight
      sum[2] += lab[2] * weight
      sum[3] += weight
    }
    let moved = 0
    sums.forEach(([l, a, b, weight], at) => {
      const before = palette[at]
      if (weight === 0 || !before) return
      const after = [l / weight, a / weight, b / weight] as const
      moved = Math.max(moved, compareLabs(before, after))
      palette[at] = after
    })
    if (moved < 1e-8) break
  }
  return dropTwins(palette.map((lab, at) => meanOfNearest(bins, { palette, lab, at })))
}

/**
 * Fraction of a filament's area that determines its final colour. The rest contains mixed colours
 * at borders.
 */
const coreRatio = 0.6

type Cluster = { palette: readonly Lab[]; lab: Lab; at: number }

function meanOfNearest(bins: readonly Bin[], { palette, lab, at }: Cluster): Lab {
  const own = bins
    .filter((bin) => findNearest(palette, bin.lab) === at)
    .toSorted((one, other) => compareLabs(one.lab, lab) - compareLabs(other.lab, lab))
  const whole = own.reduce((sum, { weight }) => sum + weight, 0)
  const mean: [number, number, number] = [0, 0, 0]
  let used = 0
  for (const bin of own) {
    if (used >= whole * coreRatio) break
    used += bin.weight
    mean[0] += bin.lab[0] * bin.weight
    mean[1] += bin.lab[1] * bin.weight
    mean[2] += bin.lab[2] * bin.weight
  }
  return used > 0 ? [mean[0] / used, mean[1] / used, mean[2] / used] : lab
}

function chooseFirst(bins: readonly Bin[], count: number): Lab[] {
  const heaviest = bins.toSorted((a, b) => b.weight - a.weight)[0]
  if (!heaviest) return []
  const chosen: Lab[] = [heaviest.lab]
  const distances = bins.map(({ lab }) => compareLabs(lab, heaviest.lab))
  while (chosen.length < count) {
    let best = -1
    let bestScore = 0
    bins.forEach(({ weight }, at) => {
      const score = (distances[at] ?? 0) * Math.sqrt(weight)
      if (score > bestScore) [best, bestScore] = [at, score]
    })
    const next = bins[best]
    if (!next) break
    chosen.push(next.lab)
    bins.forEach(({ lab }, at) => {
      distances[at] = Math.min(distances[at] ?? 0, compareLabs(lab, next.lab))
    })
  }
  return chosen
}

const dropTwins = (palette: readonly Lab[]): Lab[] =>
  palette.filter((lab, at) =>
    palette.slice(0, at).every((other) => compareLabs(lab, other) >= sameDistance ** 2),
  )

export function findNearest(palette: readonly Lab[], lab: Lab): number {
  let best = 0
  let least = Infinity
  for (const [at, other] of palette.entries()) {
    const distance = compareLabs(lab, other)
    if (distance < least) [best, least] = [at, distance]
  }
  return best
}
