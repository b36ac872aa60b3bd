/** Response header with the id of the model that answered for an alias. */
export const modelHeader = 'X-Bozzetto-Model'

/** Encodes a model's id for a header, because model names may contain any letters. */
export const toModelHeader = (modelId: string): string => encodeURI(modelId.toWellFormed())

export function withModelHeader(response: Response, modelId: string): Response {
  response.headers.set(modelHeader, toModelHeader(modelId))
  return response
}
