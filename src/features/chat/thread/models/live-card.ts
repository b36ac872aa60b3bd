import { create } from 'zustand'
import type { ModelLink, ModelPlace } from '#lib/links/model-link.ts'

type LiveCard = {
  cardId: string | undefined
  /** Place on the model to which the camera points. Setting a new object moves the camera again. */
  place: ModelPlace | undefined
  awaited: ModelLink | undefined
  turn: (cardId: string, place?: ModelPlace) => void
  /** Shows the card's picture again. Does nothing if another card has become active. */
  rest: (cardId: string) => void
}

/**
 * State of the only interactive model card of the page. All other cards show a picture, because
 * browsers allow few WebGL contexts.
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
 * Points the camera of a model's card at a place. Uses the last card of the model before the link
 * `from`.
 * @returns whether the page has such a card.
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

/** Milliseconds within which a row must be rendered and its model loaded. */
const awaitMs = 10_000

export function awaitCard(link: ModelLink): void {
  useLiveCard.setState({ awaited: link })
  setTimeout(() => {
    if (useLiveCard.getState().awaited === link) useLiveCard.setState({ awaited: undefined })
  }, awaitMs)
}
