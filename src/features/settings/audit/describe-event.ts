import type { AuditEvent, AuditKind } from '#contract/access/audit.ts'
import { t } from '#languages/settings.ts'
import { describeActor, describeSubject } from './describe-subject.ts'

const titles: Record<AuditKind, string> = {
  sign_in: t('Signed in'),
  sign_in_failed: t('Sign-in failed'),
  sign_out: t('Signed out'),
  session_ended: t('Session ended'),
  password_set: t('Password set'),
  password_removed: t('Password removed'),
  second_factor_set: t('Two-factor authentication turned on'),
  second_factor_failed: t('Wrong two-factor code'),
  second_factor_removed: t('Two-factor authentication turned off'),
  recovery_code_used: t('Recovery code used'),
  recovery_codes_made: t('New recovery codes'),
  passkey_added: t('Passkey added'),
  passkey_removed: t('Passkey removed'),
  connection_made: t('Connection added'),
  connection_changed: t('Connection changed'),
  connection_deleted: t('Connection deleted'),
  key_made: t('API key created'),
  key_changed: t('API key changed'),
  key_revoked: t('API key revoked'),
  key_wrong: t('Wrong API key'),
  key_forbidden: t('API key used beyond its scope'),
  origin_refused: t('Request from another site refused'),
  host_refused: t('Unknown host name refused'),
  address_refused: t('Address refused'),
  share_made: t('Link created'),
  share_ended: t('Link removed'),
  export: t('Exported'),
  restore: t('Backup restored'),
  limit_hit: t('Limit reached'),
  limit_set: t('Usage limit set'),
  limit_removed: t('Usage limit removed'),
  accounts_begun: t('Accounts turned on'),
  person_invited: t('Person invited'),
  person_joined: t('Person joined'),
  person_waiting: t('Person waiting for approval'),
  identity_linked: t('Account linked to the identity provider'),
  identity_unlinked: t('Account unlinked from the identity provider'),
  person_deletion_set: t('Account deletion requested'),
  person_deletion_ended: t('Account deletion cancelled'),
  person_deleted: t('Account deleted'),
  model_access_set: t('Model access changed'),
  model_alias_set: t('Model alias changed'),
  webhook_secret_made: t('Webhook secret created'),
  model_alias_removed: t('Model alias removed'),
  access_changed: t('Sharing changed'),
  team_made: t('Team made'),
  team_changed: t('Team changed'),
  team_deleted: t('Team deleted'),
  people_settings_changed: t('Settings for people changed'),
  server_setting_changed: t('Server setting changed'),
  scim_token_set: t('Token for user provisioning changed'),
  person_handed_over: t('Chats and models handed over'),
  person_changed: t('Person changed'),
  person_forbidden: t('Admin’s action refused'),
  chats_listed: t('Admin listed someone’s chats'),
  chat_read: t('Admin read someone’s chat'),
}

export const describeEvent = ({ kind, count }: AuditEvent): string =>
  count > 1 ? t('{titles} ({count} times)', { titles: titles[kind], count }) : titles[kind]

export const describeDetails = ({ kind, subject, actor, address }: AuditEvent): string =>
  [
    describeSubject({ kind, subject }),
    describeActor(actor),
    address && t('from {address}', { address }),
  ]
    .filter(Boolean)
    .join(' · ')
