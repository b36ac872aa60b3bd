const key = 'bozzetto.chat.model'

/** The model chosen last in this browser. */
export function readLastModel(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch (error) {
    console.warn('The last model cannot be read.', error)
    return undefined
  }
}

export function saveLastModel(modelId: string): void {
  try {
    localStorage.setItem(key, modelId)
  } catch (error) {
    console.warn('The last model is not saved.', error)
  }
}
