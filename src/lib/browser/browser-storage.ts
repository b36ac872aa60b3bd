export const browserStorage = guardStorage(() => localStorage)
export const tabStorage = guardStorage(() => sessionStorage)

/**
 * Wraps a storage of the browser, which may be full or forbidden. On failure, reading returns
 * `null` and writing returns false.
 */
function guardStorage(open: () => Storage) {
  return {
    getItem: (key: string): string | null => attempt(() => open().getItem(key)) ?? null,
    setItem: (key: string, value: string): boolean =>
      attempt(() => {
        open().setItem(key, value)
        return true
      }) ?? false,
    removeItem: (key: string): boolean =>
      attempt(() => {
        open().removeItem(key)
        return true
      }) ?? false,
    listKeys: (): string[] => attempt(() => Object.keys(open())) ?? [],
  }
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    // Private windows forbid storage, and the page must work without storage.
    return undefined
  }
}
