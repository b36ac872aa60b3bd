import type { ModelPlace } from '#lib/links/model-link.ts'

/** What a person sees of a model as they begin to discuss it: from the viewer to the chat, within the page. */
type DiscussedView = {
  assetId: string
  picture?: Blob | undefined
  /** What of it they ask about. */
  spot?: DiscussedSpot | undefined
}

/** A place that is marked in the view. */
export type DiscussedSpot = Extract<ModelPlace, { at: unknown }> & { part?: string | undefined }

let view: DiscussedView | undefined

export const putDiscussedView = (next: DiscussedView): void => {
  view = next
}

/** Gives the view of this model, once. */
export function takeDiscussedView(assetId: string): DiscussedView | undefined {
  const taken = view?.assetId === assetId ? view : undefined
  view = undefined
  return taken
}

/** The address of a new chat about a model. */
export const discussPath = (assetId: string): string => `/chat?discuss=${assetId}`
