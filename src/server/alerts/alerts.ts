import { hostname } from 'node:os'
import { and, eq, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Env } from '../env.ts'
import { HttpError } from '../errors/http-error.ts'
import type { OutgoingMessage } from '../mail/message-rows.ts'
import type { Outbox } from '../mail/outbox.ts'
import { log } from '../observability/log.ts'
import { asServer } from '../store/owner-scope.ts'
import { alerts } from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
import { createConditions, type AlertCondition, type ConditionSources } from './conditions.ts'

const lookMs = 60_000
/** Minimum time between two alerts of the same condition, in milliseconds. */
const coolDownMs = 6 * 60 * 60_000
const keptMs = 90 * 24 * 60 * 60_000

export type Alerts = {
  look: () => Promise<void>
  /**
   * Sends a test alert to all recipients.
   * @returns the recipients.
   * @throws {HttpError} `conflict` without recipients, `provider_failed` if a recipient refuses the
   * alert.
   */
  sendTest: () => Promise<string[]>
  close: () => Promise<void>
}

type AlertsOptions = Omit<ConditionSources, 'env' | 'store' | 'clock'> & {
  env: Env
  outbox: Pick<Outbox, 'insert' | 'wake' | 'sendNow'>
  clock?: () => number
}

/** Notifies admins by mail and webhook when a condition begins. */
export function openAlerts(store: Store, options: AlertsOptions): Alerts {
  const { env, outbox, clock = Date.now } = options
  const listConditions = createConditions({ ...options, store, clock })
  const known = keepAlerts(store, clock)
  const sentWithout = new Map<string, number>()

  const listMessages = (condition: AlertCondition): OutgoingMessage[] => [
    ...env.BOZZETTO_ALERT_EMAILS.map((to) => toMail(to, condition)),
    ...(env.BOZZETTO_ALERT_WEBHOOK === undefined
      ? []
      : [toWebhook(env.BOZZETTO_ALERT_WEBHOOK, condition, clock())]),
  ]

  async function sendWithoutStore(condition: AlertCondition): Promise<void> {
    if (clock() - (sentWithout.get(condition.key) ?? -Infinity) < coolDownMs) return
    const results = await Promise.all(listMessages(condition).map(outbox.sendNow))
    if (results.some(({ isSent }) => isSent)) sentWithout.set(condition.key, clock())
    for (const result of results) {
      if (!result.isSent) log().warn({ error: result.error }, 'An alert could not be sent.')
    }
  }

  /** Stores an alert and its messages in one transaction, so that no message is lost. */
  async function raise(condition: AlertCondition): Promise<void> {
    const isRaised = await store.transaction(async ({ db }) => {
      if (!(await known.raise(db, condition))) return false
      for (const message of listMessages(condition)) {
        if (!(await outbox.insert(db, message))) throw new Error('Too many messages are waiting.')
      }
      return true
    })
    if (!isRaised) return
    log().warn({ alert: condition.key }, condition.title)
    outbox.wake()
  }

  async function look(): Promise<void> {
    if (env.BOZZETTO_ALERT_EMAILS.length === 0 && env.BOZZETTO_ALERT_WEBHOOK === undefined) return
    const conditions = await listConditions()
    if (conditions.some(({ key }) => key === 'check store')) {
      for (const condition of conditions) await sendWithoutStore(condition)
      return
    }
    for (const condition of conditions) {
      try {
        await raise(condition)
      } catch (error) {
        log().warn({ error }, 'An alert could not be stored; this is retried.')
      }
    }
    await known.clear(conditions)
  }

  let running = Promise.resolve()
  const lookAgain = () => {
    running = running.then(() =>
      asServer(look).catch((error: unknown) => {
        log().warn({ error }, 'Conditions for alerts could not be checked.')
      }),
    )
    return running
  }
  const timer = setInterval(() => void lookAgain(), lookMs).unref()

  return {
    look: lookAgain,
    async sendTest() {
      const messages = listMessages(testCondition)
      if (messages.length === 0) {
        throw new HttpError('conflict', 'Enter an email address or a webhook for alerts first.')
      }
      for (const message of messages) {
        const result = await outbox.sendNow(message)
        if (!result.isSent) {
          throw new HttpError('provider_failed', `${message.recipient}: ${result.error}`)
        }
      }
      return messages.map(({ recipient }) => recipient)
    },
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}

function keepAlerts({ db }: Store, clock: () => number) {
  const local = `${hostname()}: `
  const toKey = ({ key, isLocal }: AlertCondition) =>
    `${isLocal ? local : ': '}${key}`.slice(0, 500)
  return {
    async raise(within: Database, condition: AlertCondition): Promise<boolean> {
      const [now, longAgo] = [new Date(clock()), new Date(clock() - coolDownMs)]
      const set = { isActive: true, raisedAt: now, changedAt: now }
      const raised = await within
        .insert(alerts)
        .values({ key: toKey(condition), ...set })
        .onConflictDoUpdate({
          target: alerts.key,
          set,
          setWhere: sql`not ${alerts.isActive} and ${alerts.raisedAt} < ${longAgo.toISOString()}`,
        })
        .returning()
      return raised.length > 0
    },
    /**
     * Marks all conditions except `current` as over. The conditions of other servers stay
     * unchanged.
     */
    async clear(current: readonly AlertCondition[]): Promise<void> {
      const isOwn = or(
        sql`starts_with(${alerts.key}, ${local})`,
        sql`starts_with(${alerts.key}, ': ')`,
      )
      const isOver = current.length === 0 ? undefined : notInArray(alerts.key, current.map(toKey))
      await db
        .update(alerts)
        .set({ isActive: false, changedAt: new Date(clock()) })
        .where(and(eq(alerts.isActive, true), isOwn, isOver))
      await db
        .delete(alerts)
        .where(and(eq(alerts.isActive, false), lt(alerts.changedAt, new Date(clock() - keptMs))))
    },
  }
}

const testCondition: AlertCondition = {
  key: 'test',
  isLocal: false,
  title: 'Test alert',
  text: 'An admin sent this alert as a test. Nothing is wrong.',
}

const toMail = (recipient: string, { title, text }: AlertCondition): OutgoingMessage => ({
  channel: 'mail',
  recipient,
  letter: {
    subject: `Bozzetto: ${title}`,
    paragraphs: [text, `Server: ${hostname()}. See Settings › Status.`],
  },
})

const toWebhook = (
  recipient: string,
  { key, title, text }: AlertCondition,
  nowMs: number,
): OutgoingMessage => ({
  channel: 'webhook',
  recipient,
  body: JSON.stringify({
    type: 'alert',
    timestamp: new Date(nowMs).toISOString(),
    data: { key, title, message: text, server: hostname() },
  }),
})
