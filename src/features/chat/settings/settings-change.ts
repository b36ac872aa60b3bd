import type { Preset } from '#contract/chat/library.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'

/** Settings without what says nothing. */
export function tidySettings(settings: ChatSettings): ChatSettings {
  const { systemPrompt, params, tools, allowedTools, paidCallsMax, paidUsdMax } = settings
  return {
    ...(systemPrompt !== undefined && systemPrompt.trim() !== '' ? { systemPrompt } : {}),
    ...(params && Object.keys(params).length > 0 ? { params } : {}),
    ...(isAsked(tools) ? { tools } : {}),
    ...(isAsked(allowedTools) ? { allowedTools } : {}),
    // None at all says something.
    ...(paidCallsMax === undefined ? {} : { paidCallsMax }),
    ...(paidUsdMax === undefined ? {} : { paidUsdMax }),
  }
}

const isAsked = (list: readonly string[] | undefined) => list !== undefined && list.length > 0

/** @param effort nothing for the model's own. */
export function withEffort(settings: ChatSettings, effort: string | undefined): ChatSettings {
  const { reasoning_effort: _old, ...params } = settings.params ?? {}
  return tidySettings({
    ...settings,
    params: effort === undefined ? params : { ...params, reasoning_effort: effort },
  })
}

/** `list` with `name`, or without it where it was there. */
export const toggled = (list: readonly string[], name: string): string[] =>
  list.includes(name) ? list.filter((one) => one !== name) : [...list, name]

/** Whether a preset says just what is set. */
export function isPresetOn(
  preset: Preset,
  settings: ChatSettings,
  modelId: string | undefined,
): boolean {
  if (preset.modelId !== undefined && preset.modelId !== modelId) return false
  return sorted(preset.settings) === sorted(settings)
}

/** The same text for the same settings, in whatever order they were set. */
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
