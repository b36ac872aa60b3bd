import { format, getFormatInfo, isDateFormat } from 'numfmt'
import { attribute, readXml } from './read-xml.ts'
import { formatSerialDate } from './sheet-dates.ts'

/**
 * Returns whether a built-in format depends on the reader's country, and is therefore written as an
 * ISO date. Source: ECMA-376, part 1, 18.8.30.
 */
const isLocalDate = (id: number): boolean =>
  id === 14 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0_);($#,##0)',
  6: '$#,##0_);[Red]($#,##0)',
  7: '$#,##0.00_);($#,##0.00)',
  8: '$#,##0.00_);[Red]($#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}

export type CellFormat = string | { date: true }

/** Maximum length of a format code in UTF-16 units, longer than any program writes. */
const codeLengthMax = 500

/** Returns the number format of each cell style. Missing styles have the general format. */
export function readCellFormats(bytes: Uint8Array): ReadonlyMap<number, CellFormat> {
  const own = new Map<number, string>()
  const formats = new Map<number, CellFormat>()
  let isCells = false
  let index = 0
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const code = attribute(attributes, 'formatCode') ?? ''
        if (code.length <= codeLengthMax) own.set(Number(attribute(attributes, 'numFmtId')), code)
      } else if (name === 'cellXfs') isCells = true
      else if (name === 'xf' && isCells) {
        const id = Number(attribute(attributes, 'numFmtId') ?? 0)
        const code = own.get(id) ?? builtIn[id]
        if (code !== undefined) formats.set(index, code)
        else if (isLocalDate(id)) formats.set(index, { date: true })
        index++
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false
    },
  })
  return formats
}

const days1904 = 1_462
const general = /^general$/i

/**
 * Returns a number as a spreadsheet program shows it.
 * @param text the number as written in the file, because long numbers lose digits when parsed.
 */
export function showNumber(text: string, code: CellFormat = '', isSince1904 = false): string {
  const number = Number(text)
  if (Number.isNaN(number) || text.trim() === '') return text
  if (typeof code !== 'string') return formatSerialDate(number, isSince1904) ?? text
  if (code === '' || general.test(code)) return showGeneral(text, number)
  try {
    const isDate = isDateFormat(code)
    if (isDate && number < 0) return showGeneral(text, number)
    if (isDate && /^\[\$-(?:F800|F400|x-sysdate|x-systime)\]/i.test(code)) {
      return formatSerialDate(number, isSince1904) ?? text
    }
    // Remove a currency's locale, but keep a date's locale, which selects the language of month
    // names.
    const plain = isDate ? code : code.replaceAll(/\[\$([^\]-]*)-[0-9a-f]+\]/gi, '[$$$1]')
    const shown = format(plain, isDate && isSince1904 ? number + days1904 : number, {
      throws: false,
    })
    // Show the plain number if the format hides the value or the date is out of range.
    return shown.trim() === '' || /^#+$/.test(shown) ? showGeneral(text, number) : shown.trim()
  } catch {
    return showGeneral(text, number)
  }
}

/** Returns text as a spreadsheet program shows it, because formats may add words. */
export function showText(text: string, code: CellFormat = ''): string {
  if (typeof code !== 'string' || !code.includes('@') || code === '@') return text
  try {
    return getFormatInfo(code).type === 'text' || code.includes('"')
      ? format(code, text, { throws: false }).trim() || text
      : text
  } catch {
    return text
  }
}

const exactDigits = 15

/** Shows 0.1 + 0.2 as 0.3, as spreadsheet programs do, but keeps all digits of long ids. */
const showGeneral = (text: string, number: number): string =>
  /^-?\d+$/.test(text) ? text : String(Number(number.toPrecision(exactDigits)))

/** Returns the serial number of an ISO date, in the date system of 1900. */
export function parseIsoDate(text: string): number | undefined {
  const [, date, time] =
    /^(\d{4}-\d{2}-\d{2})?T?(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?Z?$/.exec(text) ?? []
  if (date === undefined && time === undefined) return undefined
  const at = Date.parse(`${date ?? '1899-12-30'}T${time ?? '00:00'}Z`)
  return Number.isNaN(at) ? undefined : (at - Date.UTC(1899, 11, 30)) / 86_400_000
}
