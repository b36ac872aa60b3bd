import { isRecord } from '#lib/fields.ts'

/**
 * Returns the model that a model file would replace.
 *
 * @param models the available models.
 * @returns `undefined` if there is none, or the text is not a model file.
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
    // Ignore invalid JSON here, because the server reports the error with its line.
    return undefined
  }
}
