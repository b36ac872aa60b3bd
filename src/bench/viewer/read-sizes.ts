/** Maximum size in thousands of triangles that a machine without a graphics card can render. */
const thousandsMax = 5_000

/**
 * Parses `BOZZETTO_BENCH_SIZES`, a list of sizes in thousands of triangles.
 * @throws {Error} for an invalid number.
 */
export function readSizes(asked: string): number[] {
  return asked.split(',').map((written) => {
    const size = Number(written)
    if (written.trim() !== '' && Number.isInteger(size) && size >= 1 && size <= thousandsMax)
      return size
    throw new Error(
      `BOZZETTO_BENCH_SIZES has “${written.trim()}”, which is no size. Give whole thousands of triangles from 1 to ${thousandsMax}, separated by commas, such as 10,1000.`,
    )
  })
}
