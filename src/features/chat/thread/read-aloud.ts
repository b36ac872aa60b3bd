const key = 'bozzetto.chat.readAloud'

/**
 * Returns whether screen readers receive answers sentence by sentence, as stored in this browser.
 */
export function readReadAloud(): boolean {
  try {
    return localStorage.getItem(key) === 'yes'
  } catch (error) {
    console.warn('The choice for screen readers cannot be read.', error)
    return false
  }
}

/** Stores the choice in this browser. */
export function saveReadAloud(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'yes' : 'no')
  } catch (error) {
    console.warn('The choice for screen readers is not saved.', error)
  }
}
