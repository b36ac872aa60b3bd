import type { $ZodErrorMap } from 'zod/v4/core'
import * as locales from 'zod/v4/locales'
import { encodeText } from './encode-text.fixture.ts'
import type { EncodedText } from './encoded-texts.fixture.ts'

type LocaleName = Exclude<keyof typeof locales, 'default'>

const cyrillic = ['windows-1251', 'koi8-r', 'iso-8859-5']

const translations: readonly [LocaleName, readonly string[]][] = [
  ['ar', ['windows-1256', 'iso-8859-6']],
  ['bg', ['windows-1251']],
  ['ca', ['windows-1252']],
  ['cs', ['windows-1250', 'iso-8859-2']],
  ['da', ['windows-1252']],
  ['de', ['windows-1252', 'macintosh']],
  ['el', ['windows-1253', 'iso-8859-7']],
  ['es', ['windows-1252', 'iso-8859-15']],
  ['fa', ['windows-1256']],
  ['fi', ['windows-1252']],
  ['fr', ['windows-1252', 'macintosh']],
  ['he', ['windows-1255', 'iso-8859-8']],
  ['hr', ['windows-1250', 'iso-8859-2']],
  ['hu', ['windows-1250', 'iso-8859-2']],
  ['is', ['windows-1252']],
  ['it', ['windows-1252']],
  ['ja', ['shift_jis', 'euc-jp', 'iso-2022-jp', 'utf-16le']],
  ['ko', ['euc-kr', 'utf-16be']],
  ['lt', ['windows-1257', 'iso-8859-13']],
  ['mk', ['windows-1251']],
  ['no', ['windows-1252']],
  ['pl', ['windows-1250', 'iso-8859-2', 'utf-16le']],
  ['pt', ['windows-1252']],
  ['ru', [...cyrillic, 'utf-16be']],
  ['sl', ['windows-1250']],
  ['sv', ['windows-1252']],
  ['th', ['windows-874']],
  ['tr', ['windows-1254']],
  ['uk', ['windows-1251', 'koi8-u']],
  ['zhCN', ['gb18030', 'utf-16le']],
  ['zhTW', ['big5', 'utf-16be']],
]

const origins = ['string', 'number', 'array', 'date', 'file', 'set', 'map']
const formats = [
  'email',
  'url',
  'emoji',
  'datetime',
  'date',
  'time',
  'ipv4',
  'base64',
  'jwt',
  'e164',
]

function listMessages(name: LocaleName): string {
  // oxlint-disable-next-line import/namespace -- the names are checked by their type.
  const explain: $ZodErrorMap = locales[name]().localeError
  const issues = [
    ...origins.flatMap((origin) => [
      { code: 'too_big', origin, maximum: 5, inclusive: true, input: 'x' },
      { code: 'too_small', origin, minimum: 1, inclusive: false, input: 'x' },
      { code: 'invalid_type', expected: origin, input: 1 },
    ]),
    ...formats.map((format) => ({ code: 'invalid_format', format, input: 'x' })),
    { code: 'not_multiple_of', divisor: 3, input: 4 },
    { code: 'unrecognized_keys', keys: ['a', 'b'], input: {} },
    { code: 'invalid_value', values: ['a', 'b'], input: 'c' },
    { code: 'invalid_union', input: 'c' },
  ]
  return issues
    .map((issue) => {
      const message = explain(issue as Parameters<$ZodErrorMap>[0])
      return typeof message === 'string' ? message : (message?.message ?? '')
    })
    .join('\n')
}

const lengths = [40, 400, 4_000]

/**
 * Returns texts of 40, 400 and up to 4,000 bytes, without the characters that an encoding lacks.
 */
export function listUnseenTexts(): EncodedText[] {
  return translations.flatMap(([name, encodings]) =>
    encodings.flatMap((encoding) =>
      lengths.flatMap((lengthBytes) => {
        let text = ''
        const bytes: number[] = []
        for (const char of listMessages(name)) {
          const one = encodeText(char, encoding)
          if (!one) continue
          if (bytes.length + one.length > lengthBytes) break
          text += char
          bytes.push(...one)
        }
        const whole = encodeText(text, encoding)
        const isPlain =
          !encoding.startsWith('utf-16') && Array.from(text).every((char) => char < '\u0080')
        return whole && !isPlain ? [{ name, encoding, text, bytes: whole, lengthBytes }] : []
      }),
    ),
  )
}
