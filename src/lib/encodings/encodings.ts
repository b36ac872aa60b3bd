/**
 * An encoding that users can select. The id is a label of the WHATWG Encoding Standard, or UTF-32.
 */
export type Encoding = { id: string; label: string; group: string }

const named = (group: string, ids: Readonly<Record<string, string>>): Encoding[] =>
  Object.entries(ids).map(([id, label]) => ({ id, label, group }))

export const encodings: readonly Encoding[] = [
  ...named('Unicode', {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16 LE',
    'utf-16be': 'UTF-16 BE',
    'utf-32le': 'UTF-32 LE',
    'utf-32be': 'UTF-32 BE',
  }),
  ...named('Western European', {
    'windows-1252': 'Windows-1252',
    'iso-8859-15': 'ISO-8859-15',
    macintosh: 'Mac Roman',
    ibm850: 'IBM850 (DOS)',
  }),
  ...named('Central European', {
    'windows-1250': 'Windows-1250',
    'iso-8859-2': 'ISO-8859-2',
    'windows-1257': 'Windows-1257 (Baltic)',
    'iso-8859-13': 'ISO-8859-13 (Baltic)',
    'iso-8859-4': 'ISO-8859-4 (Baltic)',
  }),
  ...named('Cyrillic', {
    'windows-1251': 'Windows-1251',
    'koi8-r': 'KOI8-R',
    'koi8-u': 'KOI8-U',
    'iso-8859-5': 'ISO-8859-5',
    ibm866: 'IBM866 (DOS)',
    'x-mac-cyrillic': 'Mac Cyrillic',
  }),
  ...named('Chinese', { gb18030: 'GB18030', big5: 'Big5' }),
  ...named('Japanese', {
    shift_jis: 'Shift-JIS',
    'euc-jp': 'EUC-JP',
    'iso-2022-jp': 'ISO-2022-JP',
  }),
  ...named('Korean', { 'euc-kr': 'EUC-KR' }),
  ...named('Other', {
    'windows-1253': 'Windows-1253 (Greek)',
    'iso-8859-7': 'ISO-8859-7 (Greek)',
    'windows-1254': 'Windows-1254 (Turkish)',
    'windows-1255': 'Windows-1255 (Hebrew)',
    'iso-8859-8': 'ISO-8859-8 (Hebrew)',
    'windows-1256': 'Windows-1256 (Arabic)',
    'iso-8859-6': 'ISO-8859-6 (Arabic)',
    'windows-1258': 'Windows-1258 (Vietnamese)',
    'windows-874': 'Windows-874 (Thai)',
  }),
]

const known = new Set(encodings.map(({ id }) => id))

export const formatEncoding = (id: string): string =>
  encodings.find((one) => one.id === id)?.label ?? id

export function findEncoding(label: string): string | undefined {
  const name = label.trim().toLowerCase()
  if (known.has(name)) return name
  try {
    // The TypeScript project of `src/contract` has no type for `TextDecoder.encoding`.
    const standard: string = Reflect.get(new TextDecoder(name), 'encoding')
    const id = alternatives.get(standard) ?? standard
    return known.has(id) ? id : undefined
  } catch {
    return unofficial.get(name.replaceAll(/[^a-z0-9]/g, ''))
  }
}

const alternatives = new Map([
  ['gbk', 'gb18030'],
  ['iso-8859-8-i', 'iso-8859-8'],
  ['x-mac-roman', 'macintosh'],
])

const unofficial = new Map([
  ['utf8mb4', 'utf-8'],
  ['utf16', 'utf-16le'],
  ['cp936', 'gb18030'],
  ['windows936', 'gb18030'],
  ['cp950', 'big5'],
  ['cp932', 'shift_jis'],
  ['mskanji', 'shift_jis'],
  ['cp949', 'euc-kr'],
  ['ansi', 'windows-1252'],
  ['cp866', 'ibm866'],
  ['macroman', 'macintosh'],
  ...Array.from({ length: 9 }, (_, at): [string, string] => [`cp125${at}`, `windows-125${at}`]),
])
