import { create } from 'zustand'

/**
 * The one card of the page whose model can be turned. All others show a still picture: a browser allows a page
 * a few canvases only, and a chat may have hundreds of models.
 */
export const useLiveCard = create<{
  /** Of a card, not of a model: one may stand in two answers. */
  cardId: string | undefined
  turn: (cardId: string) => void
  /** Does nothing when another card has been chosen since. */
  rest: (cardId: string) => void
}>((set) => ({
  cardId: undefined,
  turn: (cardId) => set({ cardId }),
  rest: (cardId) => set((now) => (now.cardId === cardId ? { cardId: undefined } : now)),
}))
