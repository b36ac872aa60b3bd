/** How a question names a model of the library, for people and for language models. */
export const mentionOf = ({ name, id }: { name: string; id: string }): string =>
  `“${name.replaceAll(/[“”]/g, '"')}” (model ${id})`

const mention = /“([^“”]{1,200})” \(model ([0-9a-z]{20})\)/g

/** Ids of the models that a text names, in its order. */
export const mentionedIds = (text: string): string[] =>
  [...text.matchAll(mention)].flatMap(([, , id]) => id ?? [])

/** The text with names alone, for titles. */
export const withoutMentionedIds = (text: string): string => text.replaceAll(mention, '$1')
