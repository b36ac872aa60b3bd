/** Response header with the id of the model that answered for an alias. */
export const modelHeader = 'X-Bozzetto-Model'

/** Returns a model's id as a header can hold it: names of models may have any letters. */
export const toModelHeader = (modelId: string): string => encodeURI(modelId.toWellFormed())

export function withModelHeader(response: Response, modelId: string): Response {
  response.headers.set(modelHeader, toModelHeader(modelId))
  return response
}
