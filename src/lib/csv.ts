/**
 * A line of a CSV file. Fields are in quotes where need be, and what a spreadsheet would take for a formula gets
 * a sign before it that stops that.
 */
export const csvLine = (fields: readonly (string | number)[]): string =>
  `${fields.map(toField).join(',')}\r\n`

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
