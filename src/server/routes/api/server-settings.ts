import { Hono } from 'hono'
import {
  serverSettingNameSchema,
  setServerSettingSchema,
  type serverSettingsSchema,
} from '#contract/server-settings.ts'
import type * as z from 'zod/mini'
import type { Access } from '../../access/access.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { ServerSettings } from '../../settings/server-settings.ts'
import type { RouteRules } from './route-rules.ts'

const bodyBytesMax = 16_384

type SettingServices = { settings: ServerSettings; access: Pick<Access, 'changed'>; audit: Audit }

export const serverSettingRules: RouteRules = {
  permit: [['/*', 'settings', 'manage']],
  confirm: [[['PUT'], ['/:name']]],
}

/** Creates the routes of `/api/settings`: settings of the server, for admins. */
export const serverSettingRoutes = ({ settings, access, audit }: SettingServices) =>
  new Hono()
    .get('/', (c) =>
      c.json({ settings: settings.list() } satisfies z.infer<typeof serverSettingsSchema>),
    )
    .put('/:name', async (c) => {
      const { value } = await readJsonBody(c, setServerSettingSchema, bodyBytesMax)
      const name = serverSettingNameSchema.safeParse(c.req.param('name'))
      if (!name.success) throw new HttpError('not_found', 'There is no such setting.')
      const changed = await settings.set(name.data, value)
      access.changed()
      audit.note({
        kind: 'server_setting_changed',
        subject: `${changed.name}: ${changed.value || '(none)'}`,
      })
      return c.json(changed)
    })
