import { basePath } from '#lib/base-path.ts'

export const toInvitationLink = (token: string): string =>
  `${window.location.origin}${basePath}/invitation/${token}`
