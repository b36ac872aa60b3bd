/** Returns the triangles of a triangle strip, in which −1 starts a new strip. */
export function unrollStrip(strip: readonly number[]): number[] {
  const triangles: number[] = []
  let start = 0
  for (let at = 0; at <= strip.length; at++) {
    if (at < strip.length && (strip[at] ?? -1) >= 0) continue
    for (let corner = start; corner + 2 < at; corner++) {
      const isOdd = (corner - start) % 2 === 1
      const [a = 0, b = 0, c = 0] = strip.slice(corner, corner + 3)
      if (a === b || b === c || c === a) continue
      triangles.push(a, isOdd ? c : b, isOdd ? b : c)
    }
    start = at + 1
  }
  return triangles
}
