import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { PushNotice, PushSubscriptionBody } from '#contract/push.ts'
import type { BrowserSessions, SessionRow } from '../access/sessions.ts'
import { log } from '../observability/log.ts'
import { asOwner } from '../store/owner-scope.ts'
import { pushSubscriptions } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../vault/vault.ts'
import { checkWebhookUrl } from '../webhooks/check-webhook-url.ts'
import { openPushKeys } from './push-keys.ts'
import { sendPush } from './send-push.ts'

/**
 * Maximum number of notices that are sent at the same time, and of those that wait. Further notices
 * are dropped.
 */
const sendingMax = 8
const waitingMax = 500

export type PushService = {
  publicKey: () => Promise<string>
  isOn: (sessionId: string) => Promise<boolean>
  /**
   * Sends notices to the browser of this session, replacing an earlier subscription of the session.
   * @throws {HttpError} `bad_request` for an endpoint that is not a public HTTPS address.
   */
  subscribe: (
    session: SessionRow,
    given: PushSubscriptionBody & { origin: string },
  ) => Promise<void>
  unsubscribe: (sessionId: string) => Promise<void>
  notify: (userId: string, notice: PushNotice) => void
  close: () => Promise<void>
}

type Options = {
  vault: Pick<Vault, 'seal' | 'open' | 'readAgain'>
  sessions: Pick<BrowserSessions, 'list'>
  /** Hosts that may have private addresses and need no TLS. */
  allowedHosts: readonly string[]
}

export function openPush(store: Store, { vault, sessions, allowedHosts }: Options): PushService {
  const { db } = store
  const readKeys = openPushKeys(store, vault)
  const atOnce = pLimit(sendingMax)
  const sending = new Set<Promise<void>>()

  async function sendAll(userId: string, notice: PushNotice): Promise<void> {
    const rows = await db
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.ownerId, userId))
    if (rows.length === 0) return
    // A subscription's session may have ended without having been deleted.
    const valid = new Set((await sessions.list(userId)).map(({ id }) => id))
    const keys = await readKeys()
    const topic = toTopic(notice)
    for (const row of rows) {
      if (!valid.has(row.sessionId)) continue
      try {
        const status = await sendPush(row, notice, { keys, topic, allowedHosts })
        if (status === 404 || status === 410) await unsubscribe(row.sessionId)
        else if (status >= 300) log().warn({ status }, 'A push service refused a notice.')
      } catch (error) {
        log().warn({ error }, 'A notice could not be sent.')
      }
    }
  }

  const unsubscribe = async (sessionId: string): Promise<void> => {
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId))
  }

  return {
    publicKey: async () => (await readKeys()).publicKey,

    async isOn(sessionId) {
      const rows = await db
        .select({ id: pushSubscriptions.sessionId })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.sessionId, sessionId))
      return rows.length > 0
    },

    async subscribe(session, { endpoint, keys, origin }) {
      const set = { endpoint: checkWebhookUrl(endpoint, allowedHosts, 'endpoint'), ...keys, origin }
      await db
        .insert(pushSubscriptions)
        .values({ sessionId: session.id, ...set })
        .onConflictDoUpdate({ target: pushSubscriptions.sessionId, set })
    },

    unsubscribe,

    notify(userId, notice) {
      if (atOnce.pendingCount >= waitingMax) return
      const sent = atOnce(() => asOwner(userId, () => sendAll(userId, notice)))
        .catch((error: unknown) => log().warn({ error }, 'Notices could not be sent.'))
        .finally(() => sending.delete(sent))
      sending.add(sent)
    },

    close: async () => {
      await Promise.allSettled(sending)
    },
  }
}

/** Returns a topic of at most 32 characters of base64url, the limit of push services. */
const toTopic = ({ kind, id }: PushNotice): string =>
  createHash('sha256').update(`${kind} ${id}`).digest('base64url').slice(0, 32)
