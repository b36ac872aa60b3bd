import { create } from 'zustand'
import type { ModelLink, ModelPlace } from '#lib/model-link.ts'

type LiveCard = {
  /** Of a card, not of a model: one may stand in two answers. */
  cardId: string | undefined
  /** Where the live card looks; another object is another wish to look. */
  place: ModelPlace | undefined
  turn: (cardId: string) => void
  /** Does nothing when another card has been chosen since. */
  rest: (cardId: string) => void
}

/**
 * The one card of the page whose model can be turned. All others show a still picture: a browser allows a page
 * a few canvases only, and a chat may have hundreds of models.
 */
export const useLiveCard = create<LiveCard>((set) => ({
  cardId: undefined,
  place: undefined,
  turn: (cardId) => set({ cardId, place: undefined }),
  rest: (cardId) =>
    set((now) => (now.cardId === cardId ? { cardId: undefined, place: undefined } : now)),
}))

/**
 * Lets the card of a model look at a place: of several the last one before `from`, the link that was followed.
 *
 * @returns whether the page shows such a card.
 */
export function pointAtCard({ assetId, place }: ModelLink, from: Element): boolean {
  const cards = [...document.querySelectorAll<HTMLElement>(`[data-model="${assetId}"]`)]
  const before = cards.filter(
    (card) => card.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  const card = before.at(-1) ?? cards[0]
  const { cardId } = card?.dataset ?? {}
  if (!card || cardId === undefined) return false
  useLiveCard.setState({ cardId, place: place && { ...place } })
  card.scrollIntoView({ block: 'nearest' })
  return true
}
