/**
 * Returns the length of a vector. `Math.hypot` guards against overflow, which is ten times slower
 * in V8.
 */
export const getLength = (x: number, y: number, z: number): number =>
  Math.sqrt(x * x + y * y + z * z)
