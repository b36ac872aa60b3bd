const key = 'bozzetto.chat.recent-models'
/** Where only the last one was kept. */
const formerKey = 'bozzetto.chat.model'
const recentMax = 5

/** The models chosen in this browser, the last one first. */
export function readRecentModels(): readonly string[] {
  try {
    const kept = localStorage.getItem(key) ?? localStorage.getItem(formerKey)
    return kept === null ? [] : kept.split('\n').slice(0, recentMax)
  } catch (error) {
    console.warn('The models chosen last cannot be read.', error)
    return []
  }
}

/** Puts the model first among those used last in this browser. */
export function noteRecentModel(modelId: string): void {
  const others = readRecentModels().filter((id) => id !== modelId)
  try {
    localStorage.setItem(key, [modelId, ...others].slice(0, recentMax).join('\n'))
    localStorage.removeItem(formerKey)
  } catch (error) {
    console.warn('The model chosen last is not saved.', error)
  }
}
