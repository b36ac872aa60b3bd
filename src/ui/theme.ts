import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type ThemeChoice = 'system' | 'light' | 'dark'

const choices: readonly ThemeChoice[] = ['system', 'light', 'dark']

type ThemeState = {
  choice: ThemeChoice
  themePicked: (choice: ThemeChoice) => void
}

/** State of the theme that the user selected, stored in this browser. */
export const useTheme = create<ThemeState>()(
  persist((set) => ({ choice: 'system', themePicked: (choice) => set({ choice }) }), {
    name: 'bozzetto.theme',
    version: 1,
    partialize: ({ choice }) => ({ choice }),
    merge: (stored, state) => ({ ...state, choice: readChoice(stored) }),
  }),
)

/** Another version of the app may have stored the value, so check the value. */
function readChoice(stored: unknown): ThemeChoice {
  const choice = typeof stored === 'object' && stored && 'choice' in stored && stored.choice
  return choices.find((known) => known === choice) ?? 'system'
}

/**
 * Sets `data-theme` of the page to `light` or `dark` from the user's choice or the system. Call
 * this function before the first paint.
 */
export function followTheme(): void {
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const { choice } = useTheme.getState()
    const system = systemIsDark.matches ? 'dark' : 'light'
    document.documentElement.dataset['theme'] = choice === 'system' ? system : choice
  }
  apply()
  useTheme.subscribe(apply)
  systemIsDark.addEventListener('change', apply)
}
