const key = 'bozzetto.chat.recent-models'
/** Storage key of earlier versions, which remembered one model. */
const formerKey = 'bozzetto.chat.model'
const recentMax = 5

/** Returns the models chosen in this browser, most recent first. */
export function readRecentModels(): readonly string[] {
  try {
    const kept = localStorage.getItem(key) ?? localStorage.getItem(formerKey)
    return kept === null ? [] : kept.split('\n').slice(0, recentMax)
  } catch (error) {
    console.warn('The models chosen last cannot be read.', error)
    return []
  }
}

/** Moves the model to the front of this browser's recent models. */
export function noteRecentModel(modelId: string): void {
  const others = readRecentModels().filter((id) => id !== modelId)
  try {
    localStorage.setItem(key, [modelId, ...others].slice(0, recentMax).join('\n'))
    localStorage.removeItem(formerKey)
  } catch (error) {
    console.warn('The model chosen last is not saved.', error)
  }
}
