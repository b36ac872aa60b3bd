import { createHmac } from 'node:crypto'

const secretPrefix = 'whsec_'
/** Time in which a receiver can switch to a new secret, in milliseconds. */
const overlapMs = 24 * 60 * 60_000

export type SecretRow = { keyId: string; generation: number; rotatedAt: Date }

/**
 * Derives the signing secret of an API key from the server's secret, as `whsec_` and base64
 * (Standard Webhooks). No signing secret is stored.
 */
export const deriveWebhookSecret = (
  serverSecret: string,
  { keyId, generation }: Pick<SecretRow, 'keyId' | 'generation'>,
): string =>
  secretPrefix +
  createHmac('sha256', serverSecret).update(`webhook:${keyId}:${generation}`).digest('base64')

/** Returns the current secret, and for a day after a rotation also the previous secret. */
export function currentSecrets(serverSecret: string, row: SecretRow, nowMs: number): string[] {
  const isOverlapping = row.generation > 1 && nowMs - row.rotatedAt.getTime() < overlapMs
  const generations = isOverlapping ? [row.generation, row.generation - 1] : [row.generation]
  return generations.map((generation) => deriveWebhookSecret(serverSecret, { ...row, generation }))
}

/**
 * Returns the headers of the Standard Webhooks convention.
 * @param seconds Unix time of this attempt.
 */
export function webhookHeaders(
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
