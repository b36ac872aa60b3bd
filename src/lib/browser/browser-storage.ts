/**
 * The browser's `localStorage`, which may be full or forbidden. Reading then returns `null`, and
 * writing returns false. Can be used as the storage of zustand's `persist`.
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
  clear: (): void => attempt(() => localStorage.clear()),
}

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    // Storage is forbidden in private windows and fails on full disks. The page works without it.
    return undefined
  }
}
