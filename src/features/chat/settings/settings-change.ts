import type { ChatSettings } from '#contract/chat/settings.ts'

/** Removes settings without a value. Zero and false count as values. */
export function tidySettings<T extends ChatSettings>(settings: T): T {
  const tidy = { ...settings }
  // Keep an empty list of tools. Without the field, the default tools would be on.
  for (const name in tidy) {
    if (isEmpty(tidy[name]) && !(name === 'tools' && tidy.tools)) delete tidy[name]
  }
  return tidy
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

export function withEffort(settings: ChatSettings, effort: string | undefined): ChatSettings {
  const { reasoning_effort: _old, ...params } = settings.params ?? {}
  return tidySettings({
    ...settings,
    params: effort === undefined ? params : { ...params, reasoning_effort: effort },
  })
}
