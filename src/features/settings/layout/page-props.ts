import type { AccessState } from '#contract/access/access.ts'

/** Facts that decide which pages and sections the user sees. */
export type SettingsViewer = { isAdmin: boolean; hasPeople: boolean }

export type PageProps = SettingsViewer & { access: AccessState }

/** Returns the facts about the signed-in user. A server without accounts has one user, an admin. */
export const toViewer = (access: AccessState): SettingsViewer => ({
  isAdmin: access.person?.role !== 'member',
  hasPeople: access.signInWith === 'account',
})
