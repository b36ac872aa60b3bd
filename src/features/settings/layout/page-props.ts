import type { AccessState } from '#contract/access/access.ts'

/** Facts that decide which pages and sections a person sees. */
export type SettingsViewer = { isAdmin: boolean; hasPeople: boolean }

export type PageProps = SettingsViewer & { access: AccessState }

/** Returns who is looking at the settings; servers without accounts have one person, an admin. */
export const toViewer = (access: AccessState): SettingsViewer => ({
  isAdmin: access.person?.role !== 'member',
  hasPeople: access.signInWith === 'account',
})
