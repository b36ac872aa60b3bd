import type { ModelPlace } from '#lib/links/model-link.ts'

/**
 * A view of a model with which the user starts a chat about the model. The viewer passes the view
 * to the chat in memory.
 */
type DiscussedView = {
  assetId: string
  picture?: Blob | undefined
  spot?: DiscussedSpot | undefined
}

export type DiscussedSpot = Extract<ModelPlace, { at: unknown }> & { part?: string | undefined }

let view: DiscussedView | undefined

export const putDiscussedView = (next: DiscussedView): void => {
  view = next
}

export function takeDiscussedView(assetId: string): DiscussedView | undefined {
  const taken = view?.assetId === assetId ? view : undefined
  view = undefined
  return taken
}

export const discussPath = (assetId: string): string => `/chat?discuss=${assetId}`
