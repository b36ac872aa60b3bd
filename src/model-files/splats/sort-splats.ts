const depthBuckets = 2 ** 16

/**
 * Sorts points from the farthest to the nearest by a counting sort.
 * @param positions x, y, z of each point.
 * @param towards direction to the eye in the points' coordinates, of any length.
 * @param order receives the indices of the points, one entry per point.
 */
export function sortSplats(
  positions: Float32Array,
  towards: readonly [x: number, y: number, z: number],
  order: Uint32Array,
): void {
  const count = order.length
  const [towardsX, towardsY, towardsZ] = towards
  const depths = new Float32Array(count)
  let nearest = -Infinity
  let farthest = Infinity
  for (let splat = 0; splat < count; splat++) {
    const depth =
      towardsX * (positions[splat * 3] ?? 0) +
      towardsY * (positions[splat * 3 + 1] ?? 0) +
      towardsZ * (positions[splat * 3 + 2] ?? 0)
    depths[splat] = depth
    if (depth > nearest) nearest = depth
    if (depth < farthest) farthest = depth
  }
  const scale = nearest > farthest ? (depthBuckets - 1) / (nearest - farthest) : 0
  const starts = new Uint32Array(depthBuckets + 1)
  const steps = new Uint16Array(count)
  for (let splat = 0; splat < count; splat++) {
    const step = ((depths[splat] ?? 0) - farthest) * scale
    steps[splat] = step
    starts[(step | 0) + 1] = (starts[(step | 0) + 1] ?? 0) + 1
  }
  for (let step = 0; step < depthBuckets; step++) {
    starts[step + 1] = (starts[step + 1] ?? 0) + (starts[step] ?? 0)
  }
  for (let splat = 0; splat < count; splat++) {
    const step = steps[splat] ?? 0
    const place = starts[step] ?? 0
    order[place] = splat
    starts[step] = place + 1
  }
}
