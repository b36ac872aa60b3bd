/** What a person sees of a model as they begin to discuss it: from the viewer to the chat, within the page. */
let view: { assetId: string; picture: Blob } | undefined

export const putDiscussedView = (assetId: string, picture: Blob): void => {
  view = { assetId, picture }
}

/** Gives the view of this model, once. */
export function takeDiscussedView(assetId: string): Blob | undefined {
  const taken = view?.assetId === assetId ? view.picture : undefined
  view = undefined
  return taken
}

/** The address of a new chat about a model. */
export const discussPath = (assetId: string): string => `/chat?discuss=${assetId}`
