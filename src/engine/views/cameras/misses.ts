import { distanceAt, placeAt, type Projection } from './camera.ts'

/** Step along a line of sight, as a fraction of the front's long side. */
const step = 0.015
const halvings = 2
const nearby = step / 2
/** Largest change of a signed distance per unit of length. */
const steepest = Math.SQRT2
/**
 * Distance inside all other silhouettes at which the search stops, as a fraction of the front's
 * long side.
 */
const enough = 0.01

type Along = {
  readonly reach: number
  readonly hints?: number[]
  readonly isNear?: boolean
}

/**
 * Returns how far the line of sight of each outline point passes outside the other silhouettes, as
 * a fraction of the front's long side. 0 for consistent cameras.
 * @param along.reach range of the search around the middle.
 * @param along.hints position of each line's innermost point for similar cameras; updated.
 * @param along.isNear whether those cameras have hardly moved, so that hints stay valid and
 * unchanged.
 */
export function computeMisses(
  projections: readonly Projection[],
  { reach, hints = [], isNear = false }: Along,
): number[] {
  let line = 0
  return projections.flatMap((own) => {
    const others = projections.filter((other) => other !== own)
    const lines = others.map((other) => {
      const [ax, ay, az] = own.axis
      const along = ([x, y, z]: readonly number[]) => x * ax + y * ay + z * az
      return { other, perX: along(other.column), perY: along(other.row) }
    })
    const { edge } = own.silhouette
    return Array.from({ length: edge.length / 2 }, (_, n) => {
      const [x, y, z] = placeAt(own, [edge[2 * n], edge[2 * n + 1]])
      const starts = lines.map(({ other: { silhouette, scale, column, row }, perX, perY }) => ({
        distance: silhouette.distance,
        scale,
        perX,
        perY,
        x: x * column[0] + y * column[1] + z * column[2] + column[3],
        y: x * row[0] + y * row[1] + z * row[2] + row[3],
      }))
      const hint = hints[line] ?? 0
      const found = isNear ? insideNear(starts, hint) : mostInside(starts, reach, hint)
      if (!isNear) hints[line] = found.at
      line++
      return Math.max(0, -found.most)
    })
  })
}

type Line = {
  readonly distance: Projection['silhouette']['distance']
  readonly scale: number
  readonly x: number
  readonly y: number
  readonly perX: number
  readonly perY: number
}

function mostInside(lines: readonly Line[], reach: number, hint: number): Place {
  const best: Place = { most: -Infinity, at: 0 }
  visit(lines, hint, best)
  let t = -reach
  while (t <= reach && best.most < enough) {
    t += Math.max(step, visit(lines, t, best) / steepest)
  }
  for (let k = 1, part = step / 2; k <= halvings && best.most < enough; k++, part /= 2) {
    visitBeside(lines, part, best)
  }
  return best
}

function insideNear(lines: readonly Line[], hint: number): Place {
  const best: Place = { most: -Infinity, at: 0 }
  visit(lines, hint, best)
  for (let k = 0, part = nearby; k < halvings && best.most < enough; k++, part /= 2) {
    visitBeside(lines, part, best)
  }
  return best
}

type Place = { most: number; at: number }

function visitBeside(lines: readonly Line[], by: number, best: Place): void {
  const from = best.at
  visit(lines, from - by, best)
  visit(lines, from + by, best)
}

function visit(lines: readonly Line[], t: number, best: Place): number {
  let least = Infinity
  for (const { distance, scale, x, y, perX, perY } of lines) {
    const inside = distanceAt(distance, x + t * perX, y + t * perY) / scale
    if (inside < least) least = inside
    if (least <= best.most) return best.most - least
  }
  best.most = least
  best.at = t
  return 0
}
