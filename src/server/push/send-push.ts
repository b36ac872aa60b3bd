import { createECDH } from 'node:crypto'
import { checkedSend } from '../outgoing/checked-request.ts'
import type { PushKeys } from './push-keys.ts'

const timeoutMs = 15_000
/** Time in seconds for which the push service keeps a notice for an offline browser. */
const keptSeconds = 3600
/** Lifetime of a token, which RFC 8292 limits to a day. */
const tokenLifetime = '12 hours'

export type PushTarget = {
  endpoint: string
  p256dh: string
  auth: string
  /** This server's address, so that the push service's operator can contact its owner. */
  origin: string
}

type Sending = {
  keys: PushKeys
  /**
   * Topic of the notice. A later notice with the same topic replaces a notice that was not
   * delivered.
   */
  topic: string
  allowedHosts: readonly string[]
}

/**
 * Encrypts a notice for one browser and sends the notice to the browser's push service.
 * @returns the status of the response.
 * @throws errors of `checkedSend`, and of `http_ece` for invalid keys.
 */
export async function sendPush(
  { endpoint, p256dh, auth, origin }: PushTarget,
  notice: object,
  { keys, topic, allowedHosts }: Sending,
): Promise<number> {
  // Imported on demand, because loading the packages delays the start.
  const [{ default: ece }, { SignJWT }] = await Promise.all([import('http_ece'), import('jose')])
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setSubject(origin)
    .setExpirationTime(tokenLifetime)
    .sign(keys.privateKey)
  const response = await checkedSend(endpoint, {
    signal: AbortSignal.timeout(timeoutMs),
    allowedHosts,
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Encoding': 'aes128gcm',
      Authorization: `vapid t=${token}, k=${keys.publicKey}`,
      TTL: String(keptSeconds),
      Urgency: 'normal',
      Topic: topic,
    },
    body: ece.encrypt(Buffer.from(JSON.stringify(notice)), {
      version: 'aes128gcm',
      privateKey: createPrivateKey(),
      dh: p256dh,
      authSecret: auth,
    }),
  })
  response.destroy()
  return response.statusCode ?? 0
}

function createPrivateKey() {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return key
}
