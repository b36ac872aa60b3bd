import { modelLinkTo } from './model-link.ts'

/** How a question names a model of the library, for people and for language models. */
export const mentionOf = ({ name, id }: { name: string; id: string }): string =>
  `“${name.replaceAll(/[“”]/g, '"')}” (model ${id})`

/**
 * How a question asks about a place that is marked in the picture beside it; `link` lets an answer point back at it.
 */
export const spotMentionOf = (
  model: { name: string; id: string },
  { at, part }: { at: readonly [number, number, number]; part?: string | undefined },
): string => {
  const where = part === undefined ? '' : `, part “${part.replaceAll(/[“”]/g, '"')}”`
  return `${mentionOf(model)}, the marked spot (${modelLinkTo(model.id, { at })}${where}):`
}

const mention = /“([^“”]{1,200})” \(model ([0-9a-z]{20})\)/g

/** Ids of the models that a text names, in its order. */
export const mentionedIds = (text: string): string[] =>
  [...text.matchAll(mention)].flatMap(([, , id]) => id ?? [])

/** The text with names alone, for titles. */
export const withoutMentionedIds = (text: string): string => text.replaceAll(mention, '$1')
