import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** How many tasks have ended while nobody looked at the studio. */
export const newsStore = createStore<{ unseen: number; ended: () => void; seen: () => void }>(
  (set) => ({
    unseen: 0,
    ended: () => set(({ unseen }) => ({ unseen: unseen + 1 })),
    seen: () => set({ unseen: 0 }),
  }),
)

/** For the sign in the navigation and in the title. */
export const useUnseenCount = (): number => useStore(newsStore, ({ unseen }) => unseen)
