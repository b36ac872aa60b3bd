/** Last part of the paths of settings pages, such as `/settings/memory`. */
export const settingsPageIds = [
  'account',
  'tools',
  'memory',
  'schedules',
  'services',
  'programs',
  'teams',
  'usage',
  'data',
  'models',
  'tool-servers',
  'catalogue',
  'people',
  'limits',
  'server',
  'security',
  'status',
] as const

export type SettingsPageId = (typeof settingsPageIds)[number]
