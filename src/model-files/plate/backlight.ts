/** Attenuation of white plastic per millimetre. Measured values are 0.4 to 0.9. */
const attenuationPerMm = 0.7

/**
 * Returns grey colours of a lithophane with a lamp behind it.
 * @param positions upright plate in metres, flat or bent.
 * @param radiusMm radius of the back. Infinite for a flat plate.
 */
export function createBacklight(
  positions: Float32Array,
  { radiusMm, minMm }: { radiusMm: number; minMm: number },
): Float32Array {
  const colors = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3) {
    const x = (positions[at] ?? 0) * 1000
    const z = (positions[at + 2] ?? 0) * 1000
    const thickness = radiusMm === Infinity ? z : Math.hypot(x, z + radiusMm) - radiusMm
    const light = Math.exp(-attenuationPerMm * Math.max(0, thickness - minMm))
    colors.fill(light, at, at + 3)
  }
  return colors
}
