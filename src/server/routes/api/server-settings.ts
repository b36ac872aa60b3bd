import { Hono } from 'hono'
import {
  secretSettingNames,
  serverSettingNameSchema,
  setServerSettingSchema,
  testMailSchema,
  type alertSecretSchema,
  type serverSettingsSchema,
  type testedAlertSchema,
} from '#contract/server-settings.ts'
import type * as z from 'zod/mini'
import type { Access } from '../../access/access.ts'
import { ownAddress } from '../../access/own-origin.ts'
import type { Alerts } from '../../alerts/alerts.ts'
import type { Audit } from '../../audit/audit.ts'
import { hidePaths } from '../../audit/hide-paths.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { Outbox } from '../../mail/outbox.ts'
import type { ServerSettings } from '../../settings/server-settings.ts'
import { noStore } from './access/access.ts'
import type { RouteRules } from './route-rules.ts'

const bodyBytesMax = 16_384

type SettingServices = {
  settings: ServerSettings
  access: Pick<Access, 'changed'>
  audit: Audit
  outbox: Pick<Outbox, 'sendNow'>
  alerts: Pick<Alerts, 'sendTest'>
  alertSecret: string
}

export const serverSettingRules: RouteRules = {
  permit: [['/*', 'settings', 'manage']],
  confirm: [
    [['PUT'], ['/:name']],
    [['POST'], ['/test-mail', '/test-alert', '/alert-secret']],
  ],
}

/** Creates the routes of `/api/settings`: settings of the server, for admins. */
export const serverSettingRoutes = ({ settings, access, audit, ...services }: SettingServices) =>
  new Hono()
    .use(noStore)
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
        subject: `${changed.name}: ${hidePaths(changed.value) || (secretSettingNames.includes(name.data) ? '(secret)' : '(none)')}`,
      })
      return c.json(changed)
    })
    .post('/test-mail', async (c) => {
      const { to } = await readJsonBody(c, testMailSchema, bodyBytesMax)
      const paragraphs = [`An admin of ${ownAddress(c)} sent this mail as a test. It arrived.`]
      const letter = { subject: 'Test mail from Bozzetto', paragraphs }
      const result = await services.outbox.sendNow({ channel: 'mail', recipient: to, letter })
      if (!result.isSent) throw new HttpError('provider_failed', result.error)
      return c.body(null, 204)
    })
    .post('/test-alert', async (c) => {
      const sentTo = await services.alerts.sendTest()
      return c.json({ sentTo } satisfies z.infer<typeof testedAlertSchema>)
    })
    .post('/alert-secret', (c) => {
      audit.note({ kind: 'webhook_secret_made', subject: 'alerts: shown' })
      const { alertSecret: secret } = services
      return c.json({ secret } satisfies z.infer<typeof alertSecretSchema>)
    })
