import type { StateStorage } from 'zustand/middleware'

/** The browser's storage, which may be full or forbidden. What is kept then lasts as long as the page. */
export const draftStorage: StateStorage = {
  getItem: (name) => attempt(() => localStorage.getItem(name)) ?? null,
  setItem: (name, value) => attempt(() => localStorage.setItem(name, value)),
  removeItem: (name) => attempt(() => localStorage.removeItem(name)),
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    // Private windows and full disks: nothing that a person could do about it here.
    return undefined
  }
}
