import {
  alertSecretSchema,
  serverSettingSchema,
  serverSettingsSchema,
  testedAlertSchema,
  type ServerSetting,
} from '#contract/server-settings.ts'
import { requestJson, requestNothing } from './http/http.ts'

/** Lists the settings that can change while the server runs. Only admins can call this function. */
export const listServerSettings = async (signal?: AbortSignal): Promise<ServerSetting[]> =>
  (await requestJson(serverSettingsSchema, '/api/settings', { signal })).settings

/**
 * Changes a setting of the server. Without a value, restores the default. Only admins can call this
 * function.
 */
export const setServerSetting = ({
  name,
  value,
}: Pick<ServerSetting, 'name'> & { value?: string }): Promise<ServerSetting> =>
  requestJson(serverSettingSchema, `/api/settings/${name}`, {
    method: 'PUT',
    body: value === undefined ? {} : { value },
  })

/**
 * Sends a test mail. Only admins can call this function.
 * @throws {ApiError} `provider_failed` with the mail server's error.
 */
export const sendTestMail = (to: string): Promise<void> =>
  requestNothing('/api/settings/test-mail', { method: 'POST', body: { to } })

/**
 * Sends a test alert to all recipients. Only admins can call this function.
 * @returns the recipients.
 * @throws {ApiError} `provider_failed` with the error of a recipient.
 */
export const sendTestAlert = async (): Promise<string[]> =>
  (await requestJson(testedAlertSchema, '/api/settings/test-alert', { method: 'POST', body: {} }))
    .sentTo

/** Returns the secret that signs the webhooks of alerts. Only admins can call this function. */
export const readAlertSecret = async (): Promise<string> =>
  (await requestJson(alertSecretSchema, '/api/settings/alert-secret', { method: 'POST', body: {} }))
    .secret
