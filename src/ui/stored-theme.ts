export type ThemeChoice = 'system' | 'light' | 'dark'

const choices: readonly ThemeChoice[] = ['system', 'light', 'dark']

/** Key of the chosen theme in the storage of the browser. */
export const themeStorageKey = 'bozzetto.theme'

/** Parses the stored state, which another version of the app may have stored. */
export function parseThemeState(stored: unknown): ThemeChoice {
  const choice = typeof stored === 'object' && stored && 'choice' in stored && stored.choice
  return choices.find((known) => known === choice) ?? 'system'
}

/** Returns the choice that `useTheme` has stored. */
export function readStoredTheme(): ThemeChoice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(themeStorageKey) ?? 'null')
    return parseThemeState(Object(stored).state)
  } catch {
    // The browser forbids storage, or a browser extension has set any text.
    return 'system'
  }
}

/** Returns the theme of the page. */
export function toTheme(choice: ThemeChoice): 'light' | 'dark' {
  if (choice !== 'system') return choice
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
