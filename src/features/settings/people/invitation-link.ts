import { basePath } from '#lib/base-path.ts'

/** Returns the URL of the page on which an invited person creates an account. */
export const toInvitationLink = (token: string): string =>
  `${window.location.origin}${basePath}/invitation/${token}`
