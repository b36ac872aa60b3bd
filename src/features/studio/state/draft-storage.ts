import type { StateStorage } from 'zustand/middleware'

/**
 * Wraps the browser's storage, which may be full or forbidden; state is then kept until the page
 * closes.
 */
export const draftStorage: StateStorage = {
  getItem: (name) => attempt(() => localStorage.getItem(name)) ?? null,
  setItem: (name, value) => attempt(() => localStorage.setItem(name, value)),
  removeItem: (name) => attempt(() => localStorage.removeItem(name)),
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    // Storage fails in private windows and on full disks, where the person cannot fix it here.
    return undefined
  }
}
