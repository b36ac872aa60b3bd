/** In thousands of triangles: what a machine without a graphics card still draws. */
const thousandsMax = 5_000

/**
 * The sizes that `BOZZETTO_BENCH_SIZES` names, in thousands of triangles.
 *
 * @throws {Error} where one is no such number.
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
