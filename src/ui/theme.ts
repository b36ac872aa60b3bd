import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { parseThemeState, themeStorageKey, toTheme, type ThemeChoice } from './stored-theme.ts'

type ThemeState = {
  choice: ThemeChoice
  themePicked: (choice: ThemeChoice) => void
}

/** State of the theme that the user selected, stored in this browser. */
export const useTheme = create<ThemeState>()(
  persist((set) => ({ choice: 'system', themePicked: (choice) => set({ choice }) }), {
    name: themeStorageKey,
    version: 1,
    partialize: ({ choice }) => ({ choice }),
    merge: (stored, state) => ({ ...state, choice: parseThemeState(stored) }),
  }),
)

/**
 * Sets `data-theme` of the page to `light` or `dark` from the user's choice or the system. Call
 * this function before the first paint.
 */
export function followTheme(): void {
  const apply = () => {
    document.documentElement.dataset['theme'] = toTheme(useTheme.getState().choice)
  }
  apply()
  useTheme.subscribe(apply)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
}
