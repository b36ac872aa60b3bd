import { formatInteger, formatMessage, isolateMeasures } from './format-message.ts'
import { language } from './translate.ts'

type Template = { pattern: RegExp; message: string }

const exact = new Map<string, string>()
const templates: Template[] = []

/**
 * Adds translations of sentences that the server and workers write.
 * @param sentences by English sentence, in which `{0}`, `{1}` and so on stand for values.
 */
export function addSentences(sentences: Readonly<Record<string, string>>): void {
  for (const [english, translation] of Object.entries(sentences)) {
    const message = isolateMeasures(translation, language)
    if (/\{\d\}/.test(english)) templates.push({ pattern: toPattern(english), message })
    else exact.set(english, message)
  }
  // Several templates may match a sentence: the longest one is the most specific.
  templates.sort((a, b) => b.pattern.source.length - a.pattern.source.length)
}

/** Returns whether this page has translated sentences. An English page has none. */
export const hasSentences = (): boolean => exact.size > 0

/**
 * Returns a text of the server or of a worker in the language of this page. These write English,
 * because programs read them too, and because they store what failed. Parts that are not known stay
 * English.
 */
export function translateSentence(text: string): string {
  if (!hasSentences() || text === '') return text
  const translated = translateWhole(text) ?? translateParts(text)
  // Chinese and Japanese have no space between sentences.
  return translated.replaceAll(/(?<=[。！？]”?|」) /g, '')
}

/** Ends of sentences, with the space after them. A quoted text is not divided. */
const sentenceEnd = /(?<=[.!?…”])(\s+)(?![^“]*”)/

/** Greatest number of sentences, and spaces between them, that are looked up as one text. */
const joinedMax = 8

/** Translates the longest known runs of sentences, because one message may be several sentences. */
function translateParts(text: string): string {
  // Sentences and the spaces between them alternate.
  const parts = text.split(sentenceEnd)
  let translated = ''
  for (let at = 0; at < parts.length;) {
    let end = Math.min(parts.length, at + joinedMax)
    let found: string | undefined
    while (end > at && found === undefined) {
      const run = parts.slice(at, end).join('')
      // The whole text is known to have no translation.
      if (run !== text) found = translateWhole(run)
      if (found === undefined) end--
    }
    translated += found ?? parts[at]
    at = Math.max(end, at + 1)
  }
  return translated
}

/** Returns the sentence of a failure in the language of this page. */
export const translateFailure = (failure: { message: string } | undefined): string | undefined =>
  failure && translateSentence(failure.message)

/** Returns the stage of a task in the language of this page. */
export const translateStage = ({ stage }: { stage?: string | undefined }): string | undefined =>
  stage === undefined ? undefined : translateSentence(stage)

/**
 * @param labelsMax number of names of files and lines that may precede a sentence, as in `a.json:
 *   Line 3: Wrong key.`
 */
function translateWhole(text: string, labelsMax = 2): string | undefined {
  const known = exact.get(text)
  if (known !== undefined) return known
  for (const { pattern, message } of templates) {
    const found = pattern.exec(text)
    if (!found) continue
    const values = found
      .slice(1)
      .map((value) => (message.startsWith('{0, plural') ? readCount(value) : translateValue(value)))
    return formatMessage(message, { language, values: Object.fromEntries(values.entries()) }).join(
      '',
    )
  }
  if (labelsMax === 0) return undefined
  const [, label = '', rest = ''] = /^(.{1,200}?: )(.+)$/s.exec(text) ?? []
  const sentence = rest === '' ? undefined : translateWhole(rest, labelsMax - 1)
  return sentence === undefined ? undefined : label + sentence
}

const readCount = (value: string): number => Number(value.replaceAll(',', ''))

/** A number with English marks between thousands, such as `1,200`. */
const thousands = /^\d{1,3}(?:,\d{3})+$/

/**
 * Translates a value, which may be a number, a name, a part of a sentence, or sentences after a
 * space.
 */
function translateValue(value: string): string {
  if (thousands.test(value)) return formatInteger(language, readCount(value))
  const text = value.trimStart()
  const isSentence = text !== value || /[.!?…”]$/.test(text)
  const known = isSentence ? translateSentence(text) : (translateWhole(text) ?? translateList(text))
  return value.slice(0, value.length - text.length) + (known ?? text)
}

/** Translates a list such as `Front, Left and Back` if it only has known texts. */
function translateList(text: string): string | undefined {
  const [, first = '', word, last = ''] = /^(.+) (and|or) (.+)$/.exec(text) ?? []
  const texts: string[] = []
  for (const part of [...first.split(', '), last]) {
    const known = exact.get(part)
    if (known === undefined) return undefined
    texts.push(known)
  }
  const type = word === 'or' ? 'disjunction' : 'conjunction'
  return new Intl.ListFormat(language, { type }).format(texts)
}

/** Values are short: a long one would be a part of another sentence. */
const valuePattern = '(.{1,300}?)'

/** A value at the start or the end, such as the name of a service, is within one sentence. */
const outerPattern = '((?:(?![.!?…]”? ).){1,300}?)'

/** A value after the end of a sentence consists of more sentences, and may be empty. */
const sentencePattern = '(.{0,400}?)'

function toPattern(english: string): RegExp {
  // A count, such as `{0} face(s)`.
  if (english.endsWith('(s)')) return new RegExp(`^([\\d,]+)${english.slice(3, -3)}s?$`)
  const parts = english.split(/\{\d\}/)
  const pattern = parts.map((part, at) => {
    const text = part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
    const next = parts[at + 1]
    if (next === undefined) return text
    const isAfterSentence = (at > 0 && part === '') || /[.!?…]”? ?$/.test(part)
    if (isAfterSentence) return text + sentencePattern
    const isOuter = (at === 0 && part === '' && /^ [a-z]/.test(next)) || next === ''
    return text + (isOuter ? outerPattern : valuePattern)
  })
  return new RegExp(`^${pattern.join('')}$`, 's')
}
