import { isRecord } from '#lib/fields.ts'

/** Returns the model that a model file would replace, or `undefined` if there is none. */
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
    // Ignore invalid JSON, which the server reports with its line number.
    return undefined
  }
}
