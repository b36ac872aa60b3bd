import { modelLinkTo } from './model-link.ts'

export const formatMention = ({ name, id }: { name: string; id: string }): string =>
  `“${name.replaceAll(/[“”]/g, '"')}” (model ${id})`

/**
 * Formats a reference to a place that is marked in the attached picture. Answers can refer to the
 * place by `link`.
 */
export const formatSpotMention = (
  model: { name: string; id: string },
  { at, part }: { at: readonly [number, number, number]; part?: string | undefined },
): string => {
  const where = part === undefined ? '' : `, part “${part.replaceAll(/[“”]/g, '"')}”`
  return `${formatMention(model)}, the marked spot (${modelLinkTo(model.id, { at })}${where}):`
}

const mention = /“([^“”]{1,200})” \(model ([0-9a-z]{20})\)/g

const mentionWithSpot = new RegExp(
  `${mention.source}(?:, the marked spot \\((model:[0-9a-z]{20}#at=[-\\d.,]{5,60}?)(?:, part “([^“”]{1,200})”)?\\))?`,
  'g',
)

export const mentionedIds = (text: string): string[] =>
  [...text.matchAll(mention)].flatMap(([, , id]) => id ?? [])

/** A segment of a question for display. `link` is an address that `readModelLink` parses. */
export type MentionPiece = { text: string; link?: string }

/** Splits a question into segments for display, and replaces the ids of models by their names. */
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

export const shownMentions = (text: string): string =>
  mentionPieces(text)
    .map((piece) => piece.text)
    .join('')

export const withoutMentionedIds = (text: string): string =>
  mentionPieces(text)
    .map((piece) => (piece.link === undefined ? piece.text : piece.text.replaceAll(/[“”]/g, '')))
    .join('')
