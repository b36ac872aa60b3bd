import { attribute, readXml } from './read-xml.ts'

/** Built-in number formats of dates and times (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** Returns the cell styles that show dates, because a date's value is a plain number. */
export function readDateStyles(bytes: Uint8Array): Set<number> {
  const own = new Set<number>()
  const styles = new Set<number>()
  let isCells = false
  let index = 0
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const code = attribute(attributes, 'formatCode') ?? ''
        if (showsDate(code)) own.add(Number(attribute(attributes, 'numFmtId')))
      } else if (name === 'cellXfs') isCells = true
      else if (name === 'xf' && isCells) {
        const id = Number(attribute(attributes, 'numFmtId') ?? 0)
        if (own.has(id) || isBuiltInDate(id)) styles.add(index)
        index++
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false
    },
  })
  return styles
}

/**
 * Returns whether a number format shows a date. Ignores quoted and bracketed parts, as in `#,##0
 * "days"` and `[Red]0`.
 */
export const showsDate = (code: string): boolean =>
  /[ymdhs]/i.test(code.slice(0, 200).replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

const dayMs = 86_400_000

/**
 * Formats a serial number: `2026-11-23`, `2026-11-23 09:30` or, for a time only, `09:30`.
 * @param serial days since the end of 1899, or since 1904 in files of early Macs.
 */
export function formatSerialDate(serial: number, isSince1904: boolean): string | undefined {
  const start = isSince1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(start + Math.round(serial * dayMs))
  if (Number.isNaN(date.getTime())) return undefined
  const [day = '', time = ''] = date.toISOString().split('T')
  const clock = time.slice(0, 8).replace(/:00$/, '')
  if (serial < 1) return clock
  return Number.isInteger(serial) ? day : `${day} ${clock}`
}
