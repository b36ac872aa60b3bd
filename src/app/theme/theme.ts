import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type ThemeChoice = 'system' | 'light' | 'dark'

const choices: readonly ThemeChoice[] = ['system', 'light', 'dark']

type ThemeState = {
  choice: ThemeChoice
  themePicked: (choice: ThemeChoice) => void
}

/** What the person has picked; kept in this browser. */
export const useTheme = create<ThemeState>()(
  persist((set) => ({ choice: 'system', themePicked: (choice) => set({ choice }) }), {
    name: 'bozzetto.theme',
    version: 1,
    partialize: ({ choice }) => ({ choice }),
    merge: (stored, state) => ({ ...state, choice: readChoice(stored) }),
  }),
)

/** Anything may stand in the browser's storage: other versions of this page have written there. */
function readChoice(stored: unknown): ThemeChoice {
  const choice = typeof stored === 'object' && stored && 'choice' in stored && stored.choice
  return choices.find((known) => known === choice) ?? 'system'
}

/**
 * Keeps `data-theme` of the page at `light` or `dark`, through picks and changes of the system.
 * Called before the first paint.
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
