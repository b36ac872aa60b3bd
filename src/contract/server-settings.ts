import * as z from 'zod/mini'
import { emailSchema } from './access/people.ts'

/** Settings that can change while the server runs, named after their environment variables. */
export const serverSettingNames = [
  'BOZZETTO_NEW_PEOPLE',
  'BOZZETTO_GROUPS_ARE_TEAMS',
  'BOZZETTO_FORBID_OFFLINE',
  'BOZZETTO_EMBED_ORIGINS',
  'BOZZETTO_VIEW_ORIGINS',
  'BOZZETTO_CORS_ORIGINS',
  'BOZZETTO_API_KEY_REQUESTS',
  'BOZZETTO_API_KEY_STREAMS',
  'BOZZETTO_DISK_QUOTA',
  'BOZZETTO_DISK_FREE',
  'BOZZETTO_BACKUP_HOURS',
  'BOZZETTO_BACKUP_KEEP',
  'BOZZETTO_DRAIN_SECONDS',
  'BOZZETTO_LOG',
  'BOZZETTO_UPDATE_FEED',
  'BOZZETTO_SMTP_URL',
  'BOZZETTO_SMTP_USER',
  'BOZZETTO_SMTP_PASSWORD',
  'BOZZETTO_MAIL_FROM',
  'BOZZETTO_ALERT_EMAILS',
  'BOZZETTO_ALERT_WEBHOOK',
] as const
/** Settings that the server encrypts and never returns. */
export const secretSettingNames: readonly ServerSettingName[] = ['BOZZETTO_SMTP_PASSWORD']
export const serverSettingNameSchema = z.enum(serverSettingNames)
export type ServerSettingName = z.infer<typeof serverSettingNameSchema>

export const serverSettingSchema = z.object({
  name: serverSettingNameSchema,
  /**
   * The value in the format of the environment variable. Always empty for a secret, whose `source`
   * shows whether it is set.
   */
  value: z.string(),
  defaultValue: z.string(),
  /** Source of the value. The page cannot change a value from the environment. */
  source: z.enum(['default', 'page', 'environment']),
})
export type ServerSetting = z.infer<typeof serverSettingSchema>

export const serverSettingsSchema = z.object({ settings: z.array(serverSettingSchema) })

/** New value of a setting. Without a value, the default applies again. */
export const setServerSettingSchema = z.object({
  value: z.optional(z.string().check(z.maxLength(10_000))),
})

/** Body of `POST /api/settings/test-mail`. */
export const testMailSchema = z.object({ to: emailSchema })

/** Response of `POST /api/settings/test-alert`: the recipients that received the test. */
export const testedAlertSchema = z.object({ sentTo: z.array(z.string()) })

/** Response of `POST /api/settings/alert-secret`: the key that signs webhooks of alerts. */
export const alertSecretSchema = z.object({ secret: z.string() })
