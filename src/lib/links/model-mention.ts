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

/** The same with what `spotMentionOf` adds, where it does. */
const mentionWithSpot = new RegExp(
  `${mention.source}(?:, the marked spot \\((model:[0-9a-z]{20}#at=[-\\d.,]{5,60}?)(?:, part “([^“”]{1,200})”)?\\))?`,
  'g',
)

/** Ids of the models that a text names, in its order. */
export const mentionedIds = (text: string): string[] =>
  [...text.matchAll(mention)].flatMap(([, , id]) => id ?? [])

/** A piece of a question as people read it; `link` is the address of what it names, as `readModelLink` reads it. */
export type MentionPiece = { text: string; link?: string }

/** A question with names in place of ids and addresses. */
export function mentionPieces(text: string): MentionPiece[] {
  const pieces: MentionPiece[] = []
  let end = 0
  for (const { 0: whole, 1: name = '', 2: id = '', 3: spot, 4: part, index } of text.matchAll(
    mentionWithSpot,
  )) {
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: `“${name}”`, link: modelLinkTo(id) })
    if (spot !== undefined) pieces.push({ text: ', ' }, { text: 'the marked spot', link: spot })
    if (part !== undefined) pieces.push({ text: ` on “${part}”` })
    end = index + whole.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/** The same as one text. */
export const shownMentions = (text: string): string =>
  mentionPieces(text)
    .map((piece) => piece.text)
    .join('')

/** The text with names alone, for titles. */
export const withoutMentionedIds = (text: string): string =>
  mentionPieces(text)
    .map((piece) => (piece.link === undefined ? piece.text : piece.text.replaceAll(/[“”]/g, '')))
    .join('')
