/** Returns the median, which is the upper of the two middle values for an even number of values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Prints rows as an aligned table. The first row is the header. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, String(cell).length)
    })
  }
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) =>
          typeof cell === 'number' || column > 0
            ? String(cell).padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join('   '),
    )
  }
}

export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

/** Formats a fraction as a percentage with one decimal, and a missing value as `–`. */
export const percent = (fraction: number | undefined): string =>
  fraction === undefined ? '–' : `${(fraction * 100).toFixed(1)} %`
