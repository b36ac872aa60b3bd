import { isRecord } from '#lib/fields.ts'

/**
 * The model whose place a model file would take.
 *
 * @param models that can be used now.
 * @returns `undefined` where there is none, or the text is no model file.
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
    // The server says in which line it is wrong.
    return undefined
  }
}
