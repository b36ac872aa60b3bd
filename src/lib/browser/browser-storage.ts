/**
 * The browser's `localStorage`, which may be full or forbidden. On failure, reading returns `null`
 * and writing returns false.
 */
export const browserStorage = {
  getItem: (key: string): string | null => attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key: string, value: string): boolean =>
    attempt(() => {
      localStorage.setItem(key, value)
      return true
    }) ?? false,
  removeItem: (key: string): boolean =>
    attempt(() => {
      localStorage.removeItem(key)
      return true
    }) ?? false,
  listKeys: (): string[] => attempt(() => Object.keys(localStorage)) ?? [],
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    // Private windows forbid storage, and the page must work without storage.
    return undefined
  }
}
