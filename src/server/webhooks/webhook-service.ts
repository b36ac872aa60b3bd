import type { KeyWebhooks } from '#contract/webhooks.ts'
import { HttpError } from '../errors/http-error.ts'
import type { Store } from '../store/store.ts'
import { checkWebhookUrl } from './check-webhook-url.ts'
import { openDeliveries } from './deliveries.ts'
import { deriveWebhookSecret } from './sign-webhook.ts'
import {
  findSecretRow,
  listDeliveries,
  resendDelivery,
  rotateSecretRow,
  toDelivery,
  type NewWebhook,
} from './webhook-rows.ts'

/** Webhooks of 3D tasks, signed by the Standard Webhooks convention. */
export type WebhookService = {
  /**
   * Checks the URL of a request.
   * @param keyId absent for API keys of the environment.
   * @throws {HttpError} `bad_request` for an unusable URL or API key.
   */
  check: (given: {
    url: unknown
    keyId: string | undefined
    taskUrl: string
  }) => Promise<NewWebhook>
  wake: () => void
  of: (keyId: string) => Promise<KeyWebhooks>
  /** Creates the next signing secret of an API key. The previous secret stays valid for a day. */
  rotate: (keyId: string) => Promise<string>
  resend: (keyId: string, deliveryId: string) => Promise<boolean>
  close: () => Promise<void>
}

export function openWebhooks(
  store: Store,
  options: { secret: string; allowedHosts: readonly string[]; clock?: () => number },
): WebhookService {
  const deliveries = openDeliveries(store, options)
  return {
    async check({ url: given, keyId, taskUrl }) {
      const url = checkWebhookUrl(given, options.allowedHosts)
      if (keyId === undefined || !(await findSecretRow(store, keyId))) {
        throw new HttpError(
          'bad_request',
          keyId === undefined
            ? 'webhook_url: webhooks need a key made in Settings, which has a secret to sign them with.'
            : 'webhook_url: this key has no webhook secret yet. Create one in Settings › API keys › Webhooks.',
          { issues: [{ path: 'webhook_url', message: 'cannot be signed' }] },
        )
      }
      return { keyId, url, taskUrl }
    },
    wake: deliveries.wake,
    of: async (keyId) => ({
      hasSecret: (await findSecretRow(store, keyId)) !== undefined,
      deliveries: (await listDeliveries(store, keyId)).map(toDelivery),
    }),
    rotate: async (keyId) => {
      const generation = await rotateSecretRow(store, keyId)
      return deriveWebhookSecret(options.secret, { keyId, generation })
    },
    resend: async (keyId, id) => {
      const isFound = await resendDelivery(store, { keyId, id })
      if (isFound) deliveries.wake()
      return isFound
    },
    close: deliveries.close,
  }
}
