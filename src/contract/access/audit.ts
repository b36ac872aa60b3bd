import * as z from 'zod/mini'

export const auditKinds = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'password_set',
  'password_removed',
  'second_factor_set',
  'second_factor_failed',
  'second_factor_removed',
  'recovery_code_used',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
  'connection_made',
  'connection_changed',
  'connection_deleted',
  'key_made',
  'key_changed',
  'key_revoked',
  'key_wrong',
  'key_forbidden',
  'origin_refused',
  'host_refused',
  'address_refused',
  'share_made',
  'share_ended',
  'export',
  'restore',
  'limit_hit',
  'limit_set',
  'limit_removed',
  'accounts_begun',
  'person_invited',
  'person_joined',
  'person_waiting',
  'identity_linked',
  'identity_unlinked',
  'person_changed',
  'person_deletion_set',
  'person_deletion_ended',
  'person_deleted',
  'person_handed_over',
  'person_forbidden',
  'chats_listed',
  'chat_read',
  'access_changed',
  'model_access_set',
  'model_alias_set',
  'webhook_secret_made',
  'model_alias_removed',
  'team_made',
  'team_changed',
  'team_deleted',
  'people_settings_changed',
  'server_setting_changed',
  'scim_token_set',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** A security event, or several identical events within a minute. */
export const auditEventSchema = z.object({
  id: z.string(),
  kind: z.enum(auditKinds),
  /**
   * Cause of the event: `owner`, `session …` or `key sa-1f0c9a2b`. Empty for a caller without a
   * session.
   */
  actor: z.string(),
  /** IP address. Empty if the server caused the event. */
  address: z.string(),
  /** The affected object, or the reason for a refusal. */
  subject: z.string(),
  requestId: z.optional(z.string()),
  count: z.int().check(z.positive()),
  at: z.iso.datetime(),
  lastAt: z.iso.datetime(),
})
export type AuditEvent = z.infer<typeof auditEventSchema>

/** Response of `GET /api/audit`, newest event first. */
export const auditPageSchema = z.object({
  events: z.array(auditEventSchema),
  /** Value of `?before=` for the next page. Undefined on the last page. */
  next: z.optional(z.string()),
})
export type AuditPage = z.infer<typeof auditPageSchema>
