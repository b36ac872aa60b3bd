export type EnvelopeRoom = {
  readonly row: Float64Array
  readonly centre: Int32Array
  readonly start: Float64Array
}

export const roomForEnvelope = (width: number): EnvelopeRoom => ({
  row: new Float64Array(width),
  centre: new Int32Array(width),
  start: new Float64Array(width),
})

/**
 * Replaces the samples `from` (inclusive) to `to` (exclusive) of the row at `offset` by the lower
 * envelope of the parabolas over these samples.
 */
// oxlint-disable-next-line max-params -- for each line of a picture
export function applyLowerEnvelope(
  values: Float32Array,
  offset: number,
  from: number,
  to: number,
  { row, centre, start }: EnvelopeRoom,
): void {
  for (let x = from; x < to; x++) row[x] = values[offset + x]
  let top = 0
  centre[0] = from
  start[0] = -Infinity
  for (let x = from + 1; x < to; x++) {
    let begin = crossing(row, centre[top], x)
    while (begin <= start[top]) begin = crossing(row, centre[--top], x)
    top++
    centre[top] = x
    start[top] = begin
  }
  for (let x = from, k = 0; x < to; x++) {
    while (k < top && start[k + 1] < x) k++
    const away = x - centre[k]
    values[offset + x] = away * away + row[centre[k]]
  }
}

function crossing(row: Float64Array, left: number, right: number): number {
  return (row[right] + right * right - (row[left] + left * left)) / (2 * (right - left))
}
