import { isRecord } from '#lib/fields.ts'

/**
 * Returns the model that a model file would replace.
 * @param models the available models.
 * @returns `undefined` if there is none, or if the text is no model file.
 */
export function replacedModel<Model extends { id: string }>(
  text: string,
  models: readonly Model[],
): Model | undefined {
  try {
    const file: unknown = JSON.parse(text)
    if (!isRecord(file)) return undefined
    const id = `${String(file['provider'])}/${String(file['model'])}`
    return models.find((model) => model.id === id)
  } catch {
    // The server reports invalid JSON with its line.
    return undefined
  }
}
