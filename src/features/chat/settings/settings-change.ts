import type { ChatPreset } from '#contract/chat/library.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'

export function tidySettings(settings: ChatSettings): ChatSettings {
  const { systemPrompt, params, tools, allowedTools, paidCallsMax, paidUsdMax } = settings
  return {
    ...(systemPrompt !== undefined && systemPrompt.trim() !== '' ? { systemPrompt } : {}),
    ...(params && Object.keys(params).length > 0 ? { params } : {}),
    ...(isAsked(tools) ? { tools } : {}),
    ...(isAsked(allowedTools) ? { allowedTools } : {}),
    // Compare with `undefined`, because zero is a valid limit.
    ...(paidCallsMax === undefined ? {} : { paidCallsMax }),
    ...(paidUsdMax === undefined ? {} : { paidUsdMax }),
  }
}

const isAsked = (list: readonly string[] | undefined) => list !== undefined && list.length > 0

/** Sets the reasoning effort. @param effort absent for the model's default. */
export function withEffort(settings: ChatSettings, effort: string | undefined): ChatSettings {
  const { reasoning_effort: _old, ...params } = settings.params ?? {}
  return tidySettings({
    ...settings,
    params: effort === undefined ? params : { ...params, reasoning_effort: effort },
  })
}

export const toggleListItem = (list: readonly string[], name: string): string[] =>
  list.includes(name) ? list.filter((one) => one !== name) : [...list, name]

export function matchesChatPreset(
  preset: ChatPreset,
  settings: ChatSettings,
  modelId: string | undefined,
): boolean {
  if (preset.modelId !== undefined && preset.modelId !== modelId) return false
  return sorted(preset.settings) === sorted(settings)
}

/** Returns the same text for the same settings, independent of key order. */
function sorted(settings: ChatSettings): string {
  const { systemPrompt = '', params = {}, tools = [], allowedTools = [] } = settings
  return JSON.stringify([
    systemPrompt,
    Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    tools.toSorted(),
    allowedTools.toSorted(),
    settings.paidCallsMax,
    settings.paidUsdMax,
  ])
}
