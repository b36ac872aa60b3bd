import { useSyncExternalStore } from 'react'
import type { BrowserSetting } from '#lib/browser/browser-setting.ts'

/** Returns a setting of this browser and its setter. Re-renders when this tab or another one changes it. */
export function useBrowserSetting<T>(setting: BrowserSetting<T>): [T, (value: T) => void] {
  const value = useSyncExternalStore(setting.subscribe, setting.read)
  return [value, setting.write]
}
