import * as z from 'zod/mini'

/** What can happen that whoever looks after this server wants to know of. */
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
] as const
export type AuditKind = (typeof auditKinds)[number]

/** One security event, or several of the same within a minute. */
export const auditEventSchema = z.object({
  id: z.string(),
  kind: z.enum(auditKinds),
  /** Who did it: `owner`, `session …`, `key sa-1f0c9a2b`; empty for a stranger. */
  actor: z.string(),
  /** IP address; empty when this server did it by itself. */
  address: z.string(),
  /** What it was done to, or how it was refused. */
  subject: z.string(),
  /** Of the request; finds its line in the log. */
  requestId: z.optional(z.string()),
  /** How often it happened between `at` and `lastAt`. */
  count: z.int().check(z.positive()),
  at: z.iso.datetime(),
  lastAt: z.iso.datetime(),
})
export type AuditEvent = z.infer<typeof auditEventSchema>

/** `GET /api/audit`: newest first. */
export const auditPageSchema = z.object({
  events: z.array(auditEventSchema),
  /** For `?before=`; absent on the last page. */
  next: z.optional(z.string()),
})
export type AuditPage = z.infer<typeof auditPageSchema>
