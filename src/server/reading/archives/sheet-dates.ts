/**
 * Returns whether a number format shows a date. Ignores quoted and bracketed parts, as in `#,##0
 * "days"` and `[Red]0`.
 */
export const showsDate = (code: string): boolean =>
  /[ymdhs]/i.test(code.slice(0, 200).replaceAll(/"[^"]{0,200}"|\[[^\]]{0,200}\]|\\./g, ''))

const dayMs = 86_400_000

/**
 * Formats a serial number: `2026-11-23`, `2026-11-23 09:30` or, for a time only, `09:30`.
 * @param serial days since the end of 1899, or since 1904 in files of early Macs.
 */
export function formatSerialDate(serial: number, isSince1904: boolean): string | undefined {
  // Spreadsheet programs count the 29th of February 1900 (number 60), a day that did not exist.
  const shift = !isSince1904 && serial >= 1 && serial < 60 ? 1 : 0
  const start = isSince1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30 + shift)
  const date = new Date(start + Math.round(serial * dayMs))
  if (Number.isNaN(date.getTime())) return undefined
  const [day = '', time = ''] = date.toISOString().split('T')
  const clock = time.slice(0, 8).replace(/:00$/, '')
  if (serial >= 0 && serial < 1 && !isSince1904) return clock
  return Number.isInteger(serial) ? day : `${day} ${clock}`
}
