import { eq, sql } from 'drizzle-orm'
import { isOwnerOn } from '../access/people/issuers.ts'
import { apiKeys, tasks } from '../store/schema.ts'
import { openDueWork, type DueWork } from '../store/due-work.ts'
import type { Store } from '../store/store.ts'
import { sendWebhook } from './send-webhook.ts'
import { currentSecrets, webhookHeaders } from './sign-webhook.ts'
import {
  claimDelivery,
  deleteOldDeliveries,
  findSecretRow,
  nextLook,
  settleDelivery,
  type DeliveryRow,
} from './webhook-rows.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Waits between attempts. After the last attempt the delivery has failed. */
const waitsMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour] // prettier-ignore
const jitter = 0.2
const longestWaitMs = 24 * hour
const atOnceMax = 4
const keptMs = 30 * 24 * hour

type DeliveriesOptions = {
  /** Secret of the server, from which the signing secrets of API keys are derived. */
  secret: string
  allowedHosts: readonly string[]
  clock?: () => number
}

/**
 * Sends due webhooks until closed, including the webhooks of earlier processes. Only one server
 * sends each webhook.
 */
export function openDeliveries(store: Store, options: DeliveriesOptions): DueWork {
  const { clock = Date.now } = options
  return openDueWork(store, {
    topic: 'webhooks',
    atOnceMax,
    clock,
    failure: 'Webhooks could not be looked for.',
    doNext: async () => {
      const row = await claimDelivery(store, new Date(clock()))
      if (row) await deliver(store, row, options)
      return row !== undefined
    },
    findNext: () => nextLook(store),
    tidy: () => deleteOldDeliveries(store, new Date(clock() - keptMs)),
  })
}

async function deliver(
  store: Store,
  row: DeliveryRow,
  { secret, allowedHosts, clock = Date.now }: DeliveriesOptions,
): Promise<void> {
  const content = await readContent(store, row, { serverSecret: secret, nowMs: clock() })
  if (typeof content === 'string') {
    const ended = { status: 'failed' as const, nextAt: null, endedAt: new Date(clock()) }
    return settleDelivery(store, row, { ...ended, lastError: content })
  }
  const sent = await sendWebhook(row.url, content, { allowedHosts })
  const lastStatus = sent.status ?? null
  if (sent.isTaken) {
    const ended = { status: 'delivered' as const, nextAt: null, endedAt: new Date(clock()) }
    return settleDelivery(store, row, { ...ended, lastStatus, lastError: null })
  }
  const waitMs = waitsMs[row.attempts - 1]
  if (waitMs === undefined || sent.isGone === true) {
    const ended = { status: 'failed' as const, nextAt: null, endedAt: new Date(clock()) }
    return settleDelivery(store, row, { ...ended, lastStatus, lastError: sent.error })
  }
  const spreadMs = waitMs * (1 + jitter * Math.random())
  const nextMs = Math.min(Math.max(spreadMs, sent.retryAfterMs ?? 0), longestWaitMs)
  return settleDelivery(store, row, {
    nextAt: new Date(clock() + nextMs),
    lastStatus,
    lastError: sent.error,
  })
}

async function readContent(
  store: Store,
  { id, keyId, taskId, taskUrl }: DeliveryRow,
  { serverSecret, nowMs }: { serverSecret: string; nowMs: number },
): Promise<{ headers: Record<string, string>; body: string } | string> {
  const [key] = await store.db
    .select({
      revokedAt: apiKeys.revokedAt,
      expiresAt: apiKeys.expiresAt,
      isOwnerOn: sql<boolean>`${isOwnerOn(apiKeys.ownerId)}`,
    })
    .from(apiKeys)
    .where(eq(apiKeys.id, keyId))
  if (!key || key.revokedAt !== null) return 'The key was revoked.'
  if (key.expiresAt && key.expiresAt.getTime() <= nowMs) return 'The key has expired.'
  if (!key.isOwnerOn) return 'The account of the key’s owner is turned off.'
  const secretRow = await findSecretRow(store, keyId)
  if (!secretRow) return 'The key has no webhook secret.'
  const [task] = await store.db.select().from(tasks).where(eq(tasks.id, taskId))
  if (!task) return 'The task was deleted.'
  const { status, failure, modelId: model, createdAt, finishedAt } = task
  const body = JSON.stringify({
    type: `task.${status}`,
    timestamp: (finishedAt ?? new Date(nowMs)).toISOString(),
    data: {
      id: taskId,
      // The API has no state for cancelled tasks.
      status: status === 'completed' ? 'completed' : 'failed',
      model,
      created_at: Math.floor(createdAt.getTime() / 1000),
      task_url: taskUrl,
      ...(failure && { error: { code: failure.code, message: failure.message } }),
    },
  })
  const seconds = Math.floor(nowMs / 1000)
  const secrets = currentSecrets(serverSecret, secretRow, nowMs)
  return { body, headers: webhookHeaders(secrets, { id, seconds, body }) }
}
