import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export const newsStore = createStore<{ unseen: number; ended: () => void; seen: () => void }>(
  (set) => ({
    unseen: 0,
    ended: () => set(({ unseen }) => ({ unseen: unseen + 1 })),
    seen: () => set({ unseen: 0 }),
  }),
)

export const useUnseenCount = (): number => useStore(newsStore, ({ unseen }) => unseen)
