import { hasSentences, translateSentence } from './translate-sentence.ts'

/** Names of the properties that hold texts for people in param schemas and in lists of services. */
const textKeys =
  'about caption checkKeys description detail does gaps group hint label labels legal limits message name needs note notes problem reason sentence stage title unit warnings'.split(
    ' ',
  )

/**
 * Translates the texts for people in an answer of the server, such as the labels of a param schema.
 * @param keys names of the properties that hold such texts. Leave out those that a person may have
 * written.
 */
export function translateTexts<Value>(value: Value, keys: readonly string[] = textKeys): Value {
  if (!hasSentences()) return value
  // The copy has the same properties; only texts differ.
  return translateValue(value, keys, '') as Value
}

function translateValue(value: unknown, keys: readonly string[], key: string): unknown {
  if (typeof value === 'string') return keys.includes(key) ? translateSentence(value) : value
  if (Array.isArray(value)) return value.map((item) => translateValue(item, keys, key))
  // The icon of a preset depends on its English name.
  if (typeof value !== 'object' || value === null || key === 'x-presets') return value
  return Object.fromEntries(
    // The keys of labels are the values of a choice, and each value is a text.
    Object.entries(value).map(([name, item]) => [
      name,
      translateValue(item, keys, key === 'labels' ? key : name),
    ]),
  )
}
