import type { AuditEvent, AuditKind } from '#contract/access/audit.ts'

const titles: Record<AuditKind, string> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_out: 'Signed out',
  session_ended: 'Session ended',
  password_set: 'Password set',
  password_removed: 'Password removed',
  second_factor_set: 'Two-factor authentication turned on',
  second_factor_failed: 'Wrong two-factor code',
  second_factor_removed: 'Two-factor authentication turned off',
  recovery_code_used: 'Recovery code used',
  recovery_codes_made: 'New recovery codes',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  connection_made: 'Connection added',
  connection_changed: 'Connection changed',
  connection_deleted: 'Connection deleted',
  key_made: 'API key created',
  key_changed: 'API key changed',
  key_revoked: 'API key revoked',
  key_wrong: 'Wrong API key',
  key_forbidden: 'API key used beyond its scope',
  origin_refused: 'Request from another site refused',
  host_refused: 'Unknown host name refused',
  address_refused: 'Address refused',
  share_made: 'Link created',
  share_ended: 'Link removed',
  export: 'Exported',
  restore: 'Backup restored',
  limit_hit: 'Limit reached',
  limit_set: 'Usage limit set',
  limit_removed: 'Usage limit removed',
  accounts_begun: 'Accounts turned on',
  person_invited: 'Person invited',
  person_joined: 'Person joined',
  person_waiting: 'Person waiting for approval',
  identity_linked: 'Account linked to the identity provider',
  identity_unlinked: 'Account unlinked from the identity provider',
  person_deletion_set: 'Account deletion requested',
  person_deletion_ended: 'Account deletion cancelled',
  person_deleted: 'Account deleted',
  model_access_set: 'Model access changed',
  model_alias_set: 'Model alias changed',
  webhook_secret_made: 'Webhook secret created',
  model_alias_removed: 'Model alias removed',
  access_changed: 'Sharing changed',
  team_made: 'Team made',
  team_changed: 'Team changed',
  team_deleted: 'Team deleted',
  people_settings_changed: 'Settings for people changed',
  server_setting_changed: 'Server setting changed',
  scim_token_set: 'Token for user provisioning changed',
  person_handed_over: 'Chats and models handed over',
  person_changed: 'Person changed',
  person_forbidden: 'Admin’s action refused',
  chats_listed: 'Admin listed someone’s chats',
  chat_read: 'Admin read someone’s chat',
}

export const describeEvent = ({ kind, count }: AuditEvent): string =>
  count > 1 ? `${titles[kind]} (${count} times)` : titles[kind]

export const describeDetails = ({ subject, actor, address }: AuditEvent): string =>
  [subject, actor && `by ${formatActor(actor)}`, address && `from ${address}`]
    .filter(Boolean)
    .join(' · ')

/** Removes the session id, which users can find in the exported log. */
const formatActor = (actor: string): string => actor.replace(/, session \w+$/, '')
