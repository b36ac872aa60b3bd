import { create } from 'zustand'
import type { ModelLink, ModelPlace } from '#lib/links/model-link.ts'

type LiveCard = {
  /** Of a card, not of a model: one may stand in two answers. */
  cardId: string | undefined
  /** Where the live card looks; another object is another wish to look. */
  place: ModelPlace | undefined
  /** Of a card that is not drawn yet, and shall be turned when it is. */
  awaited: ModelLink | undefined
  turn: (cardId: string, place?: ModelPlace) => void
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
  awaited: undefined,
  turn: (cardId, place) => set({ cardId, place: place && { ...place }, awaited: undefined }),
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
  useLiveCard.getState().turn(cardId, place)
  card.scrollIntoView({ block: 'nearest' })
  return true
}

/** Long enough for a row to be drawn and its model to be asked for. */
const awaitMs = 10_000

/** Lets the card of a model look at a place as soon as the page shows it. */
export function awaitCard(link: ModelLink): void {
  useLiveCard.setState({ awaited: link })
  setTimeout(() => {
    if (useLiveCard.getState().awaited === link) useLiveCard.setState({ awaited: undefined })
  }, awaitMs)
}
