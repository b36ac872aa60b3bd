import { browserStorage } from './browser-storage.ts'

export type BrowserSetting<T> = {
  readonly key: string
  read: () => T
  /** Stores the value. If the browser forbids storage, the value is lost when the page closes. */
  write: (value: T) => void
  /**
   * Calls `listener` after a change in this tab or another. Returns a function that unsubscribes.
   */
  subscribe: (listener: () => void) => () => void
}

type SettingOptions<T> = {
  /**
   * Key in `localStorage`. `parse` must still accept the values that older versions stored under
   * this key.
   */
  key: string
  fallback: T
  parse: (text: string) => T | undefined
  format: (value: T) => string | undefined
}

/** Creates a typed setting of this browser. Components read it with `useBrowserSetting`. */
export function createBrowserSetting<T>({
  key,
  fallback,
  parse,
  format,
}: SettingOptions<T>): BrowserSetting<T> {
  const listeners = new Set<() => void>()
  let unsaved: string | undefined
  /**
   * Last parsed value. `read` returns the same object while the stored text is unchanged, so that
   * components do not render again.
   */
  let last: { text: string; value: T } | undefined

  const parseOrFallback = (text: string): T => {
    try {
      return parse(text) ?? fallback
    } catch (error) {
      console.warn(`The stored value of ${key} is invalid.`, error)
      return fallback
    }
  }

  const read = () => {
    const text = unsaved ?? browserStorage.getItem(key)
    if (text === null) return fallback
    if (last?.text !== text) last = { text, value: parseOrFallback(text) }
    return last.value
  }

  const write = (value: T) => {
    const text = format(value)
    unsaved = undefined
    if (text === undefined) browserStorage.removeItem(key)
    else if (!browserStorage.setItem(key, text)) unsaved = text
    for (const listener of listeners) listener()
  }

  const subscribe = (listener: () => void) => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === null || event.key === key) listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', onStorage)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', onStorage)
    }
  }

  return { key, read, write, subscribe }
}

export const createSwitchFormat = (on: string, off: string) => ({
  parse: (text: string): boolean => text === on,
  format: (isOn: boolean): string => (isOn ? on : off),
})

/** Format of a list of ids, one per line. An empty list deletes the entry. */
export const linesFormat = {
  parse: (text: string): readonly string[] => text.split('\n'),
  format: (ids: readonly string[]): string | undefined =>
    ids.length === 0 ? undefined : ids.join('\n'),
}
