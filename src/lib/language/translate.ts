import { formatMessage, isolateMeasures } from './format-message.ts'

/** A value of a text: a text, a number or a condition. */
type TextValue = string | number | boolean | null | undefined

/**
 * BCP 47 tag of the language of texts. A page sets it before it reads any text, and never changes
 * it. On the server and in workers it is English.
 */
export let language = 'en'

/** BCP 47 tag of the language of dates and times. English ones are British, as all texts are. */
export let dateLanguage = 'en-GB'

/** Sets the language of texts, and of dates and times. */
export function setLanguage(tag: string): void {
  language = tag
  dateLanguage = tag === 'en' ? 'en-GB' : tag
}

/** Messages of this page's language by their English text. Empty if the page is in English. */
const messages = new Map<string, string>()

/** Adds messages in the language of this page. */
export function addMessages(added: Readonly<Record<string, string>>): void {
  for (const [english, message] of Object.entries(added)) {
    messages.set(english, isolateMeasures(message, language))
  }
}

/** Returns the message in the language of this page, or undefined if there is none. */
export const findTranslation = (english: string): string | undefined => messages.get(english)

/** Removes the note for translators, such as ` // side of a model`, from an English message. */
export const withoutNote = (english: string): string => english.replace(/ \/\/ .*$/, '')

/**
 * Returns a text in the language of this page.
 * @param english the English text in ICU MessageFormat, which is also its key. A note after ` // `
 * separates two uses of the same English text.
 * @param values values of the placeholders. Counts of plurals (`#`) have marks between
 * thousands, other numbers only the decimal mark of the language.
 */
export function t(english: string, values?: Readonly<Record<string, TextValue>>): string {
  const message = messages.get(english)
  if (values === undefined) return message ?? withoutNote(english)
  // A message without translation has the plural forms of English.
  return formatMessage(message ?? english, {
    language: message === undefined ? 'en' : language,
    values,
  }).join('')
}
