import { and, eq } from 'drizzle-orm'
import type { ChatSummary, CreateSummary } from '#contract/chat/summaries.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { createPlaces } from '../../process/places.ts'
import { uncounted, type KeptBytes } from '../../spending/kept-bytes.ts'
import { chatSummaries, messages } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import { listPathMessages } from '../runs/history.ts'
import { findSummary, toSummary } from '../conversations/summary-rows.ts'
import { writeSummary } from './write-summary.ts'

const placeLimits = { personMax: 2, max: 32, what: 'summaries', retryAfterSeconds: 10 }

/** Manages the summaries of the current person's chats. */
export type Summaries = {
  /**
   * Asks a model for a summary up to one message. A summary of the same message is replaced.
   * @throws {HttpError} `not_found`, `rate_limited`, and the errors of the catalogue and the model.
   */
  create: (
    conversationId: string,
    wanted: CreateSummary,
    signal: AbortSignal,
  ) => Promise<ChatSummary>
  /** @throws {HttpError} `not_found`. */
  change: (conversationId: string, id: string, text: string) => Promise<ChatSummary>
  /** Undoes a summary. The model then receives the answers again. @throws {HttpError} `not_found`. */
  remove: (conversationId: string, id: string) => Promise<void>
}

type Options = {
  store: Store
  catalogue: Pick<Catalogue, 'chat'>
  keptBytes?: KeptBytes
  changed?: (conversationId: string) => void
}

export function createSummaries(options: Options): Summaries {
  const { store, catalogue, keptBytes = uncounted, changed = () => {} } = options
  const { db } = store
  const places = createPlaces(placeLimits)

  return {
    async create(conversationId, { id, untilId, modelId }, signal) {
      const covered = await readCovered(store, conversationId, untilId)
      const leave = places.take()
      try {
        const found = await catalogue.chat(modelId, signal)
        const { provider, model } = found.provider.assistant ?? found
        if (provider.isFallback) {
          throw new HttpError('bad_request', 'The guide cannot summarise. Choose another model.')
        }
        const { text, cost } = await writeSummary({ provider, model }, { ...covered, signal })
        const set = {
          text: storable(text),
          modelId: `${provider.id}/${model}`,
          cost: cost ?? null,
          createdAt: new Date(),
        }
        const [row] = await keptBytes.keep(Buffer.byteLength(text), () =>
          db
            .insert(chatSummaries)
            .values({ id, conversationId, untilId, ...set })
            .onConflictDoUpdate({ target: chatSummaries.untilId, set })
            .returning(),
        )
        if (!row) throw gone()
        changed(conversationId)
        return toSummary(row)
      } finally {
        leave()
      }
    },

    async change(conversationId, id, text) {
      const [row] = await db
        .update(chatSummaries)
        .set({ text: storable(text) })
        .where(matches(conversationId, id))
        .returning()
      if (!row) throw gone()
      changed(conversationId)
      return toSummary(row)
    },

    async remove(conversationId, id) {
      const rows = await db
        .delete(chatSummaries)
        .where(matches(conversationId, id))
        .returning({ id: chatSummaries.id })
      if (rows.length === 0) throw gone()
      changed(conversationId)
    },
  }
}

const matches = (conversationId: string, id: string) =>
  and(eq(chatSummaries.id, id), eq(chatSummaries.conversationId, conversationId))

/** Returns the messages up to `untilId` as text, and the earlier summary that they continue. */
async function readCovered(
  { db }: Store,
  conversationId: string,
  untilId: string,
): Promise<{ before: string; text: string }> {
  const [until] = await db
    .select({ role: messages.role })
    .from(messages)
    .where(and(eq(messages.id, untilId), eq(messages.conversationId, conversationId)))
  if (until?.role !== 'assistant') throw gone()
  const branch = await listPathMessages(db, untilId)
  const ids = branch.map(({ id }) => id)
  // The summary of the same message is replaced, so it is not continued.
  const earlier = await findSummary(db, ids.slice(0, -1))
  const from = earlier ? ids.indexOf(earlier.untilId) + 1 : 0
  const text = branch
    .slice(from)
    .map((one) => `${one.role === 'user' ? 'Person' : 'Assistant'}: ${one.text}`)
    .join('\n\n')
  return { before: earlier?.text ?? '', text }
}

const gone = () => new HttpError('not_found', 'This part of the chat no longer exists.')
