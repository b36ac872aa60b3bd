import { createBrowserSetting, linesFormat } from '#lib/browser/browser-setting.ts'
import { browserStorage } from '#lib/browser/browser-storage.ts'

/** Key under which earlier versions stored a single model. */
const formerKey = 'bozzetto.chat.model'
const recentMax = 5

const recentSetting = createBrowserSetting<readonly string[]>({
  key: 'bozzetto.chat.recent-models',
  fallback: [],
  ...linesFormat,
})

export function readRecentModels(): readonly string[] {
  const recent = recentSetting.read()
  if (recent.length > 0) return recent.slice(0, recentMax)
  const former = browserStorage.getItem(formerKey)
  return former === null ? [] : [former]
}

export function noteRecentModel(modelId: string): void {
  const others = readRecentModels().filter((id) => id !== modelId)
  recentSetting.write([modelId, ...others].slice(0, recentMax))
  browserStorage.removeItem(formerKey)
}
