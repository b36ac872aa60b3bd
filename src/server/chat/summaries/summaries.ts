import { and, eq } from 'drizzle-orm'
import type { ChatSummary, CreateSummary, SummarySettings } from '#contract/chat/summaries.ts'
import { HttpError, toHttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { createPlaces } from '../../process/places.ts'
import { uncounted, type KeptBytes } from '../../spending/kept-bytes.ts'
import { chatSummaries } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Database, Store } from '../../store/store.ts'
import { toSummary } from '../conversations/summary-rows.ts'
import type { HistoryShortener } from '../runs/prepare-answer.ts'
import { partGone, readCovered } from './read-covered.ts'
import { planSummary } from './plan-summary.ts'
import { readSummarySettings, storeSummarySettings } from './summary-settings.ts'
import { writeSummary } from './write-summary.ts'

const placeLimits = {
  personMax: 2,
  max: 32,
  what: 'summary request',
  retryAfterSeconds: 10,
} as const

/** Manages the summaries of the current person's chats. */
export type Summaries = HistoryShortener & {
  /**
   * Asks a model for a summary up to one message. A summary of the same message is replaced. A
   * repeated request with the same id returns the stored summary, which is paid for only once.
   * @throws {HttpError} `not_found`, `conflict`, `rate_limited`, and the errors of the catalogue and the model.
   */
  create: (
    conversationId: string,
    wanted: CreateSummary,
    signal: AbortSignal,
  ) => Promise<ChatSummary>
  change: (conversationId: string, id: string, text: string) => Promise<ChatSummary>
  settings: () => Promise<SummarySettings>
  changeSettings: (settings: SummarySettings) => Promise<SummarySettings>
  /**
   * Undoes a summary, so that the model receives the answers again.
   * @throws {HttpError} `not_found`.
   */
  remove: (conversationId: string, id: string) => Promise<void>
}

type Options = {
  store: Store
  catalogue: Pick<Catalogue, 'chat' | 'defaultFor'>
  keptBytes?: KeptBytes
  changed?: (conversationId: string) => void
}

export function createSummaries(options: Options): Summaries {
  const { store, catalogue, keptBytes = uncounted, changed = () => {} } = options
  const { db } = store
  const places = createPlaces(placeLimits)

  // Shares the summary between compared models that ask at the same time, so that it is paid for
  // once.
  const atOnce = createShared()

  return {
    create: async (conversationId, wanted, signal) =>
      (await findRepeated(db, conversationId, wanted)) ?? create(conversationId, wanted, signal),
    settings: () => readSummarySettings(db),
    changeSettings: (settings) => storeSummarySettings(db, settings),

    async shorten(live, long) {
      try {
        const wanted = await planSummary({ store, catalogue }, live, long)
        if (!wanted) return false
        if (wanted === 'written') return true
        live.note({ isSummarising: true })
        await atOnce.run(wanted.untilId, live.signal, () =>
          create(live.conversation.id, wanted, live.signal),
        )
        return true
      } catch (error) {
        throw explainUnsent(error)
      } finally {
        live.note({ isSummarising: false })
      }
    },

    async change(conversationId, id, text) {
      const [row] = await db
        .update(chatSummaries)
        .set({ text: storable(text) })
        .where(matches(conversationId, id))
        .returning()
      if (!row) throw partGone()
      changed(conversationId)
      return toSummary(row)
    },

    async remove(conversationId, id) {
      const rows = await db
        .delete(chatSummaries)
        .where(matches(conversationId, id))
        .returning({ id: chatSummaries.id })
      if (rows.length === 0) throw partGone()
      changed(conversationId)
    },
  }

  async function create(
    conversationId: string,
    { id, untilId, modelId }: CreateSummary,
    signal: AbortSignal,
  ): Promise<ChatSummary> {
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
      if (!row) throw partGone()
      changed(conversationId)
      return toSummary(row)
    } finally {
      leave()
    }
  }
}

const matches = (conversationId: string, id: string) =>
  and(eq(chatSummaries.id, id), eq(chatSummaries.conversationId, conversationId))

/** @throws {HttpError} `conflict` if another summary has the id. */
async function findRepeated(
  db: Database,
  conversationId: string,
  { id, untilId }: CreateSummary,
): Promise<ChatSummary | undefined> {
  const [known] = await db.select().from(chatSummaries).where(eq(chatSummaries.id, id))
  if (!known) return undefined
  if (known.conversationId === conversationId && known.untilId === untilId) return toSummary(known)
  throw new HttpError('conflict', 'Another summary has this id.')
}

function explainUnsent(error: unknown): HttpError {
  const { code, message } = toHttpError(error)
  return new HttpError(
    code,
    `The older answers could not be summarised, so the question was not sent. ${message} You can choose another model for summaries in Settings › Memory, or turn them off in the settings of this chat.`,
    { cause: error },
  )
}

function createShared() {
  const running = new Map<string, { done: Promise<unknown>; signal: AbortSignal }>()
  return {
    async run(key: string, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
      for (;;) {
        const shared = running.get(key)
        if (!shared) break
        try {
          return void (await shared.done)
        } catch (error) {
          // If the answer that writes the summary was stopped, a waiting answer writes the summary.
          if (!shared.signal.aborted || signal.aborted) throw error
        }
      }
      const done = work().finally(() => running.delete(key))
      running.set(key, { done, signal })
      await done
    },
  }
}
