import type { AccessState } from '#contract/access/access.ts'

export type SettingsViewer = { isAdmin: boolean; hasPeople: boolean }

export type PageProps = SettingsViewer & { access: AccessState }

/**
 * Returns the facts about the signed-in user. On a server without accounts, the user is an admin.
 */
export const toViewer = (access: AccessState): SettingsViewer => ({
  isAdmin: access.person?.role !== 'member',
  hasPeople: access.signInWith === 'account',
})
