import { openAlerts } from '../alerts/alerts.ts'
import type { openConnections } from '../connections/open-connections.ts'
import type { Env } from '../env.ts'
import { createMailer } from '../mail/mailer.ts'
import { openOutbox } from '../mail/outbox.ts'
import type { Store } from '../store/store.ts'
import { deriveWebhookSecret, webhookHeaders } from '../webhooks/sign-webhook.ts'
import type { watchHealth } from './upkeep.ts'

type MessageOptions = {
  secret: string
  health: Pick<ReturnType<typeof watchHealth>, 'services' | 'getNewer'>
  connected: Pick<Awaited<ReturnType<typeof openConnections>>, 'listStates'>
}

/** Opens the queue of mails and webhooks, and the alerts that use it. */
export function openMessages(store: Store, env: Env, options: MessageOptions) {
  const { secret, health, connected } = options
  const alertSecret = deriveWebhookSecret(secret, { keyId: 'alerts', generation: 1 })
  const mailer = createMailer(env)
  const outbox = openOutbox(store, {
    mailer,
    secret,
    signWebhook: (webhook) => webhookHeaders([alertSecret], webhook),
    allowedHosts: env.BOZZETTO_FETCH_HOSTS,
  })
  const alerts = openAlerts(store, {
    env,
    outbox,
    readiness: health.services.readiness,
    getNewer: health.getNewer,
    listConnections: connected.listStates,
  })
  return {
    services: { mailer, outbox, alerts, alertSecret },
    close: async () => {
      await alerts.close()
      await outbox.close()
    },
  }
}
