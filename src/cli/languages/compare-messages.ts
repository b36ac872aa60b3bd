import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'

type Shape = { names: Set<string>; plurals: string[][] }

/**
 * Returns how a translation differs from its English message in what it must keep: placeholders and
 * tags. Also checks that its plurals have the forms of the language. Undefined if nothing differs.
 */
export function compareMessages(
  english: string,
  translation: string,
  language: string,
): string | undefined {
  if (translation.trim() === '') return 'the translation is empty.'
  const wanted = readShape(english)
  // English text that only looks like a message, such as code in a sentence.
  if (!wanted) return undefined
  const found = readShape(translation)
  if (!found) return 'the translation is not written in ICU MessageFormat.'
  const lost = [...wanted.names].filter((name) => !found.names.has(name))
  if (lost.length > 0) return `the translation lacks ${lost.join(', ')}.`
  const added = [...found.names].filter((name) => !wanted.names.has(name))
  if (added.length > 0) return `the translation adds ${added.join(', ')}.`
  const forms: readonly string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  // Only compact numbers have the form `many` in languages such as French.
  const needed = forms.filter((form) => form !== 'many' || forms.includes('few'))
  for (const plural of found.plurals) {
    const missing = needed.filter((form) => !plural.includes(form))
    if (missing.length > 0) return `a plural lacks the form ${missing.join(', ')}.`
    const odd = plural.filter((form) => !form.startsWith('=') && !forms.includes(form))
    if (odd.length > 0) return `${language} has no plural form ${odd.join(', ')}.`
  }
  return undefined
}

function readShape(message: string): Shape | undefined {
  const shape: Shape = { names: new Set(), plurals: [] }
  try {
    visit(parse(message), shape)
    return shape
  } catch {
    return undefined
  }
}

function visit(elements: readonly MessageFormatElement[], shape: Shape): void {
  for (const element of elements) {
    if (element.type === TYPE.argument) shape.names.add(`{${element.value}}`)
    if (element.type === TYPE.tag) {
      shape.names.add(`<${element.value}>`)
      visit(element.children, shape)
    }
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      shape.names.add(`{${element.value}}`)
      for (const option of Object.values(element.options)) visit(option.value, shape)
    }
    if (element.type === TYPE.plural) shape.plurals.push(Object.keys(element.options))
  }
}
