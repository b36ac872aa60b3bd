import {
  serverSettingSchema,
  serverSettingsSchema,
  type ServerSetting,
} from '#contract/server-settings.ts'
import { requestJson } from './http/http.ts'

/** Lists the settings that can change while the server runs. Only admins can call it. */
export const listServerSettings = async (signal?: AbortSignal): Promise<ServerSetting[]> =>
  (await requestJson(serverSettingsSchema, '/api/settings', { signal })).settings

/**
 * Changes a setting of the server. Without a value, the setting gets its default. Only admins can
 * call it.
 */
export const setServerSetting = ({
  name,
  value,
}: Pick<ServerSetting, 'name'> & { value?: string }): Promise<ServerSetting> =>
  requestJson(serverSettingSchema, `/api/settings/${name}`, {
    method: 'PUT',
    body: value === undefined ? {} : { value },
  })
