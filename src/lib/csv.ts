/** Formats one line of a CSV file. Escapes values that a spreadsheet would run as a formula. */
export const csvLine = (fields: readonly (string | number)[]): string =>
  `${fields.map(toField).join(',')}\r\n`

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
