/** A value of a placeholder, or of a pair of tags. */
export type MessageValues<Value> = Readonly<Record<string, Value>>

type Format<Value> = {
  /** BCP 47 tag, which decides the forms of plurals and numbers. */
  language: string
  values: MessageValues<Value>
  /** Returns the text between two tags as the tags' value wants it. */
  wrap?: (value: Value | undefined, inner: (string | Value)[]) => Value
  count?: number
}

/** A value from left to right, such as a size, needs marks to keep its order in such a language. */
const isRightToLeft = (language: string): boolean => language === 'ar' || language === 'he'

const measure =
  /(?:\{\w+\}|\d[\d.,]*)(?:%|[ \u00A0](?:[mck]?m[²³]?|[KMGT]?i?B|m?s|px|k?g|EV)(?![\p{L}\d²³]))|[A-Z]+\$/gu

/** Keeps the order of measures and currencies, such as `12 mm`, `7%` and `US$`, in a text from right to left. */
export const isolateMeasures = (text: string, language: string): string =>
  isRightToLeft(language) ? text.replaceAll(measure, '\u2066$&\u2069') : text

const numbers = new Map<string, Intl.NumberFormat>()
const plurals = new Map<string, Intl.PluralRules>()

/**
 * Formats a message in ICU MessageFormat, and returns its texts and values in order. Supports
 * `{name}`, `plural` with `#` and exact numbers, `select`, and tags such as `<b>text</b>`. A test
 * reads every message with a complete parser. The page has this small one, because it is loaded at
 * first.
 */
export function formatMessage<Value>(message: string, format: Format<Value>): (string | Value)[] {
  const parts: (string | Value)[] = []
  let at = 0
  const read = (end: number) => {
    if (end > at) parts.push(message.slice(at, end))
    at = end
  }
  for (const { 0: mark, 1: tag, index } of message.matchAll(/[{#]|<(\w+)>/g)) {
    if (index < at) continue
    if (mark === '{') {
      read(index)
      at = findEnd(message, index) + 1
      parts.push(...formatPlaceholder(message.slice(index + 1, at - 1), format))
    } else if (mark === '#' && format.count !== undefined) {
      read(index)
      at++
      parts.push(formatInteger(format.language, format.count))
    } else if (tag !== undefined) {
      const end = message.indexOf(`</${tag}>`, index)
      if (end < 0) continue
      read(index)
      const inner = formatMessage(message.slice(index + mark.length, end), format)
      if (format.wrap) parts.push(format.wrap(format.values[tag], inner))
      else parts.push(...inner)
      at = end + mark.length + 1
    }
  }
  read(message.length)
  return parts
}

/** Returns the index of the brace that closes the brace at `start`. */
function findEnd(message: string, start: number): number {
  let depth = 0
  for (let at = start; at < message.length; at++) {
    if (message[at] === '{') depth++
    if (message[at] === '}') depth--
    if (depth === 0) return at
  }
  return message.length
}

function formatPlaceholder<Value>(placeholder: string, format: Format<Value>): (string | Value)[] {
  const [name = '', kind, ...rest] = placeholder.split(',')
  const value = format.values[name.trim()]
  if (kind === undefined) {
    if (value === undefined || value === null) return []
    if (typeof value !== 'number' && typeof value !== 'string') return [value]
    const text = typeof value === 'number' ? formatNumber(format.language, value) : value
    return [isRightToLeft(format.language) ? `\u2068${text}\u2069` : text]
  }
  const options = readOptions(rest.join(','))
  if (kind.trim() === 'select') {
    return formatMessage(options.get(String(value)) ?? options.get('other') ?? '', format)
  }
  const count = Number(value)
  const option =
    options.get(`=${count}`) ??
    options.get(selectPlural(format.language, count)) ??
    options.get('other')
  return formatMessage(option ?? '', { ...format, count })
}

function readOptions(text: string): Map<string, string> {
  const options = new Map<string, string>()
  let at = 0
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', at)) {
    const end = findEnd(text, open)
    options.set(text.slice(at, open).trim(), text.slice(open + 1, end))
    at = end + 1
  }
  return options
}

// Cached, because creating one takes longer than a hundred uses.
function selectPlural(language: string, count: number): string {
  let rules = plurals.get(language)
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)))
  return rules.select(count)
}

/** Formats a number with the decimal mark of a language, and without marks between thousands. */
const formatNumber = (language: string, value: number): string =>
  Number.isInteger(value) || !Number.isFinite(value)
    ? String(value)
    : formatGrouped(language, value, false)

/** Formats an integer such as `20,000` in a language. */
export const formatInteger = (language: string, count: number): string =>
  // Small numbers are equal in all languages, and creating a format takes 4 ms before first use.
  Number.isInteger(count) && count >= 0 && count < 1000
    ? String(count)
    : formatGrouped(language, count, 'auto')

function formatGrouped(language: string, value: number, useGrouping: 'auto' | false): string {
  const key = language + useGrouping
  let format = numbers.get(key)
  if (!format) {
    const options = { useGrouping, maximumFractionDigits: 20 }
    numbers.set(key, (format = new Intl.NumberFormat(language, options)))
  }
  return format.format(value)
}
