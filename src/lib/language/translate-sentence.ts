import { formatMessage } from './format-message.ts'
import { language } from './translate.ts'

type Template = { pattern: RegExp; message: string }

const exact = new Map<string, string>()
const templates: Template[] = []

/**
 * Adds translations of sentences that the server and workers write.
 * @param sentences by English sentence, in which `{0}`, `{1}` and so on stand for values.
 */
export function addSentences(sentences: Readonly<Record<string, string>>): void {
  for (const [english, message] of Object.entries(sentences)) {
    if (/\{\d\}/.test(english)) templates.push({ pattern: toPattern(english), message })
    else exact.set(english, message)
  }
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
  return (
    translateWhole(text) ??
    text
      .split(/(?<=[.!?…]”?)(\s+)/)
      .map((part) => translateWhole(part) ?? part)
      .join('')
  )
}

/** Returns the sentence of a failure in the language of this page. */
export const translateFailure = (failure: { message: string } | undefined): string | undefined =>
  failure && translateSentence(failure.message)

/** Returns the stage of a task in the language of this page. */
export const translateStage = ({ stage }: { stage?: string | undefined }): string | undefined =>
  stage === undefined ? undefined : translateSentence(stage)

function translateWhole(text: string): string | undefined {
  const known = exact.get(text)
  if (known !== undefined) return known
  for (const { pattern, message } of templates) {
    const found = pattern.exec(text)
    if (!found) continue
    const values = found.slice(1).map((value) => exact.get(value) ?? value)
    return formatMessage(message, { language, values: Object.fromEntries(values.entries()) }).join(
      '',
    )
  }
  return undefined
}

/** Values are short: a long one would be a part of another sentence. */
const valuePattern = '(.{1,300}?)'

const toPattern = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split(/\{\d\}/)
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join(valuePattern)}$`,
    's',
  )
