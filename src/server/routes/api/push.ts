import { Hono } from 'hono'
import { pushSubscriptionBodySchema, type PushState } from '#contract/push.ts'
import type { SignedInEnv } from '../../access/guards.ts'
import { ownOrigin } from '../../access/own-origin.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { PushService } from '../../push/push-service.ts'

const bodyBytesMax = 8 * 1024

type PushSources = {
  push: PushService
  /** Returns whether an admin forbids the service worker, which shows the notices. */
  areCopiesForbidden: () => boolean
}

/** Creates the routes with which the browser of the current session subscribes to notices. */
export const pushRoutes = ({ push, areCopiesForbidden }: PushSources) =>
  new Hono<SignedInEnv>()
    .get('/', async (c) =>
      c.json({
        publicKey: await push.publicKey(),
        isOn: !areCopiesForbidden() && (await push.isOn(c.get('session').id)),
        isForbidden: areCopiesForbidden(),
      } satisfies PushState),
    )
    .put('/subscription', async (c) => {
      const given = await readJsonBody(c, pushSubscriptionBodySchema, bodyBytesMax)
      await push.subscribe(c.get('session'), { ...given, origin: ownOrigin(c) })
      return c.body(null, 204)
    })
    .delete('/subscription', async (c) => {
      await push.unsubscribe(c.get('session').id)
      return c.body(null, 204)
    })
