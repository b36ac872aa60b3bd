import type { InvitationMail } from '#contract/access/people.ts'
import { newId } from '#lib/id.ts'
import { openDueWork } from '../store/due-work.ts'
import type { Database, Store } from '../store/store.ts'
import { createSeal } from '../vault/seal.ts'
import { sendWebhook } from '../webhooks/send-webhook.ts'
import type { Mailer, MailResult } from './mailer.ts'
import {
  claimMessage,
  deleteMessages,
  deleteOldMessages,
  findInvitationMails,
  findNextTime,
  insertMessage,
  settleMessage,
  type OutgoingMessage,
  type OutgoingRow,
} from './message-rows.ts'
import { renderMail } from './render-mail.ts'

const atOnceMax = 2

/** Sends mails and webhooks in the background. Messages survive a restart. */
export type Outbox = {
  /**
   * Stores a message to be sent.
   * @returns false if too many messages are waiting. The message is then not sent.
   */
  add: (message: OutgoingMessage) => Promise<boolean>
  /**
   * Stores a message in the transaction of `db`. Call `wake` after the transaction.
   * @returns false if too many messages are waiting.
   */
  insert: (db: Database, message: OutgoingMessage) => Promise<boolean>
  /** Sends waiting messages. */
  wake: () => void
  /** Drops unsent mails of an invitation, because its link is no longer valid. */
  cancel: (invitationId: string) => Promise<void>
  findInvitationMails: () => Promise<Map<string, InvitationMail>>
  sendNow: (message: OutgoingMessage) => Promise<MailResult>
  close: () => Promise<void>
}

type OutboxOptions = {
  mailer: Mailer
  secret: string
  signWebhook: (of: { id: string; body: string; seconds: number }) => Record<string, string>
  allowedHosts: readonly string[]
  clock?: () => number
}

export function openOutbox(store: Store, options: OutboxOptions): Outbox {
  const { mailer, allowedHosts, clock = Date.now } = options
  const seal = createSeal(options.secret, 'outbox')

  async function send(message: OutgoingMessage, id: string): Promise<MailResult> {
    const { channel, recipient } = message
    if (channel === 'mail') return mailer.send(recipient, renderMail(message.letter))
    const { body } = message
    const headers = options.signWebhook({ id, body, seconds: Math.floor(clock() / 1000) })
    const sent = await sendWebhook(recipient, { headers, body }, { allowedHosts })
    if (sent.isTaken) return { isSent: true }
    return { isSent: false, error: sent.error, isFinal: sent.isGone === true }
  }

  async function attempt(row: OutgoingRow): Promise<MailResult> {
    if (row.channel === 'mail' && row.leaseUntil !== null) {
      const error = 'The server stopped while it sent the mail. It may have been delivered.'
      return { isSent: false, error, isFinal: true }
    }
    const content = seal.open(row.sealed ?? '', row.id)?.toString()
    if (content === undefined) {
      const error = 'The message cannot be decrypted, because BOZZETTO_SECRET was changed.'
      return { isSent: false, error, isFinal: true }
    }
    // `add` has written this content, and its encryption prevents changes.
    return send(JSON.parse(content) as OutgoingMessage, row.id)
  }

  const work = openDueWork(store, {
    topic: 'outbox',
    atOnceMax,
    clock,
    failure: 'Waiting mails and webhooks could not be read.',
    doNext: async () => {
      const row = await claimMessage(store, clock())
      if (row) await settleMessage(store, row, { result: await attempt(row), nowMs: clock() })
      return row !== undefined
    },
    findNext: () => findNextTime(store),
    tidy: () => deleteOldMessages(store, clock()),
  })

  const insert: Outbox['insert'] = (db, message) => {
    const id = `msg_${newId()}`
    const sealed = seal.close(Buffer.from(JSON.stringify(message)), id)
    return insertMessage({ db }, { id, sealed, message, nowMs: clock() })
  }

  return {
    insert,
    wake: work.wake,
    async add(message) {
      const isAdded = await insert(store.db, message)
      if (isAdded) work.wake()
      return isAdded
    },
    cancel: (invitationId) => deleteMessages(store, invitationId),
    findInvitationMails: () => findInvitationMails(store),
    sendNow: (message) => send(message, `msg_${newId()}`),
    close: work.close,
  }
}
