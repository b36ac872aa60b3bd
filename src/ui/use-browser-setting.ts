import { useSyncExternalStore } from 'react'
import type { BrowserSetting } from '#lib/browser/browser-setting.ts'

/**
 * Returns a browser setting and its setter. Renders again when this tab or another tab changes it.
 */
export function useBrowserSetting<T>(setting: BrowserSetting<T>): [T, (value: T) => void] {
  const value = useSyncExternalStore(setting.subscribe, setting.read, setting.read)
  return [value, setting.write]
}
