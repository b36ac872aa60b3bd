import { Hono } from 'hono'
import type { KeyWebhooks, WebhookSecret } from '#contract/webhooks.ts'
import type { KeyService } from '../../../access/keys/key-service.ts'
import type { Audit } from '../../../audit/audit.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { WebhookService } from '../../../webhooks/webhook-service.ts'

type Options = {
  apiKeys: Pick<KeyService, 'list'>
  webhooks: WebhookService
  audit: Pick<Audit, 'note'>
}

export const keyWebhookRoutes = ({ apiKeys, webhooks, audit }: Options) => {
  const findOwn = async (id: string) => {
    const key = (await apiKeys.list()).find((one) => one.id === id && one.revokedAt === undefined)
    if (!key) throw new HttpError('not_found', 'There is no active key with this id.')
    return key
  }
  return new Hono()
    .get('/:id/webhooks', async (c) => {
      const { id } = await findOwn(c.req.param('id'))
      return c.json((await webhooks.of(id)) satisfies KeyWebhooks)
    })
    .post('/:id/webhook-secret', async (c) => {
      const { id, prefix } = await findOwn(c.req.param('id'))
      const secret = await webhooks.rotate(id)
      audit.note({ kind: 'webhook_secret_made', subject: prefix })
      c.header('Cache-Control', 'no-store')
      return c.json({ secret } satisfies WebhookSecret, 201)
    })
    .post('/:id/webhooks/:delivery/resend', async (c) => {
      const { id } = await findOwn(c.req.param('id'))
      if (!(await webhooks.resend(id, c.req.param('delivery')))) {
        throw new HttpError('not_found', 'There is no such delivery that has ended.')
      }
      return c.body(null, 204)
    })
}
