/**
 * Returns the length of a vector. `Math.hypot` also avoids overflow, but is ten times slower in V8.
 */
export const getLength = (x: number, y: number, z: number): number =>
  Math.sqrt(x * x + y * y + z * z)
