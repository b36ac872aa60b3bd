import {
  keyWebhooksSchema,
  webhookSecretSchema,
  type KeyWebhooks,
  type WebhookSecret,
} from '#contract/webhooks.ts'
import { requestJson, requestNothing } from './http/http.ts'

const getAddress = (keyId: string) => `/api/keys/${encodeURIComponent(keyId)}`

export const readKeyWebhooks = (keyId: string, signal?: AbortSignal): Promise<KeyWebhooks> =>
  requestJson(keyWebhooksSchema, `${getAddress(keyId)}/webhooks`, { signal })

/** Creates a new signing secret. The previous secret remains valid for a day. */
export const createWebhookSecret = (keyId: string): Promise<WebhookSecret> =>
  requestJson(webhookSecretSchema, `${getAddress(keyId)}/webhook-secret`, { method: 'POST' })

export const resendWebhook = ({ keyId, id }: { keyId: string; id: string }): Promise<void> =>
  requestNothing(`${getAddress(keyId)}/webhooks/${encodeURIComponent(id)}/resend`, {
    method: 'POST',
  })
