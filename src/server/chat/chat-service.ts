import { eq } from 'drizzle-orm'
import type {
  Conversation,
  ConversationDetail,
  Message,
  Run,
  RunStatus,
  StartRun,
} from '#contract/chat.ts'
import type { Failure } from '#contract/errors.ts'
import { HttpError, toHttpError } from '../errors.ts'
import type { Catalogue } from '../models/catalogue.ts'
import type { ChatProvider, ChatRequestMessage } from '../providers/chat-provider.ts'
import { conversations } from '../store/schema.ts'
import { storable, type Store } from '../store/store.ts'
import {
  findConversation,
  findRun,
  listConversations,
  listMessages,
  toConversation,
} from './chat-rows.ts'
import { LiveRun, parsePosition, replay, type SentRunEvent } from './live-run.ts'
import { createPieceWriter } from './piece-writer.ts'
import { settleLostRuns, storeEnd } from './settle-runs.ts'
import { storeStart } from './store-start.ts'
import { toUsage } from './usage.ts'

const runningMax = 32
const answerBytesMax = 4 * 1024 * 1024
const runMsMax = 30 * 60_000
/** Waits before trying again to store the end of a run. */
const storeRetriesMs = [300, 2_000]

/** Events of one run, to be read once. Ends after `run-end`, or when the signal fires. */
type FollowRun = (signal: AbortSignal) => AsyncIterable<SentRunEvent>

/** Conversations and the answers being written in them, which go on when nobody listens. */
export type ChatService = {
  /** Newest first. */
  listConversations: () => Promise<Conversation[]>
  /** Answers being written have the text so far. @throws {HttpError} `not_found`. */
  getConversation: (id: string) => Promise<ConversationDetail>
  /** @throws {HttpError} `not_found`. */
  renameConversation: (id: string, title: string) => Promise<Conversation>
  /** Stops its runs first. @throws {HttpError} `not_found`. */
  deleteConversation: (id: string) => Promise<void>

  /**
   * Stores the question and begins the answer. The same request again does nothing more.
   *
   * @throws {HttpError} `unknown_model`, `too_large`, `bad_request`, `conflict`, or `rate_limited` when
   *   the question is being answered already or too many answers are being written. Nothing is stored
   *   then. What goes wrong later is in the run.
   */
  startRun: (conversationId: string, request: StartRun) => Promise<void>
  /**
   * @param lastEventId of the event seen last; without one the events begin at the first word.
   * @throws {HttpError} `not_found`, or `rate_limited` when too many read along.
   */
  followRun: (runId: string, lastEventId?: string) => Promise<FollowRun>
  /** Keeps the text. Of a run that is over: says how it ended. @throws {HttpError} `not_found`. */
  stopRun: (runId: string) => Promise<Run>

  /** Call once at start: ends what an earlier process left running, with every word it had stored. */
  recoverRuns: () => Promise<void>
  /** Ends what is running as interrupted, stores all words and begins nothing more. */
  close: () => Promise<void>
}

export function createChatService(options: {
  store: Store
  catalogue: Pick<Catalogue, 'chat'>
  clock?: () => Date
}): ChatService {
  const { store, catalogue, clock = () => new Date() } = options
  const lives = new Map<string, LiveRun>()
  const starts = new Map<
    string,
    { request: StartRun; conversationId: string; done: Promise<void> }
  >()
  const ends = new Map<LiveRun, Promise<Run>>()
  const closing = new AbortController()
  const pieces = createPieceWriter(store)

  const alive = () => [...lives.keys(), ...starts.keys()]
  /** The store calls it running, and nobody writes it. */
  const isLost = (run: Run) => run.status === 'running' && !lives.has(run.id) && !starts.has(run.id)

  async function begin(conversationId: string, request: StartRun): Promise<void> {
    const { provider, model } = await catalogue.chat(request.modelId, closing.signal)
    const modelId = `${provider.id}/${model}`
    const startedAt = clock()
    const { conversation, history } = await storeStart(store, conversationId, {
      ...request,
      modelId,
      startedAt,
    })
    const live = new LiveRun({
      run: {
        id: request.runId,
        modelId,
        status: 'running',
        startedAt: startedAt.toISOString(),
      },
      conversation,
      answerId: request.answerId,
      parentId: parentOf(request),
    })
    lives.set(live.run.id, live)
    void write(live, provider, { model, messages: history })
  }

  async function write(
    live: LiveRun,
    provider: ChatProvider,
    request: { model: string; messages: ChatRequestMessage[] },
  ): Promise<void> {
    const startedMs = performance.now()
    const tooLong = setTimeout(() => {
      void end(live, 'failed', {
        code: 'timed_out',
        message: `The answer took longer than ${runMsMax / 60_000} minutes and was stopped.`,
      })
    }, runMsMax)
    let usage: Run['usage']
    let finishReason: string | undefined
    try {
      for await (const delta of provider.streamChat(request, live.signal)) {
        if (live.signal.aborted) return
        usage = (delta.usage && toUsage(delta.usage)) ?? usage
        finishReason = delta.finishReason ?? finishReason
        if (!delta.text && !delta.reasoning) continue
        if (live.sizeBytes === 0) live.noteFirstToken(performance.now() - startedMs)
        live.append(delta)
        pieces.touch(live)
        if (live.sizeBytes > answerBytesMax) {
          void end(live, 'failed', {
            code: 'too_large',
            message: `The answer grew beyond ${answerBytesMax / 1024 / 1024} MB and was stopped.`,
          })
          return
        }
      }
      const failure = live.text.length === 0 ? noAnswer(finishReason) : undefined
      void end(live, failure ? 'failed' : 'completed', failure, usage)
    } catch (thrown) {
      if (live.signal.aborted) return
      const error = toHttpError(thrown)
      if (error.code === 'internal') console.error(`Run ${live.run.id} broke.`, thrown)
      void end(live, 'failed', error.toFailure(), usage)
    } finally {
      clearTimeout(tooLong)
    }
  }

  /** The first way to end wins. Resolves, and tells the followers, when the end is stored. */
  function end(
    live: LiveRun,
    status: RunStatus,
    failure?: Failure,
    usage?: Run['usage'],
  ): Promise<Run> {
    const ending = ends.get(live)
    if (ending) return ending
    live.halt()
    const run: Run = {
      ...live.run,
      status,
      ...(failure && { failure: { ...failure, message: storable(failure.message) } }),
      ...(usage && { usage }),
      finishedAt: clock().toISOString(),
    }
    const done = pieces
      .release(live)
      .then(() => storeEndPatiently(live, run))
      .then((stored) => {
        live.settle(stored)
        lives.delete(run.id)
        ends.delete(live)
        return stored
      })
    ends.set(live, done)
    return done
  }

  async function storeEndPatiently(live: LiveRun, run: Run): Promise<Run> {
    const { answerId } = live
    const words = { reasoning: live.reasoning.toString(), text: live.text.toString() }
    for (let attempt = 0; ; attempt++) {
      try {
        await storeEnd(store, { run, answerId, ...words })
        return run
      } catch (thrown) {
        const waitMs = storeRetriesMs[attempt]
        if (waitMs === undefined) {
          console.error(`The end of run ${run.id} could not be stored.`, thrown)
          // The store still calls it running; the next who asks for it gets what was stored before.
          return { ...run, status: 'interrupted', failure: toHttpError(thrown).toFailure() }
        }
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    }
  }

  /** A run that was left behind is ended before anybody reads it. */
  async function findSettledRun(runId: string) {
    const found = await findRun(store.db, runId)
    if (!found || !isLost(found.run)) return found
    await settleLostRuns(store, alive(), clock())
    return findRun(store.db, runId)
  }

  function refuseIfBusy(request: StartRun): void {
    const parentId = parentOf(request)
    const busy = [
      ...[...lives.values()].map((live) => live.parentId),
      ...[...starts.values()].map((start) => parentOf(start.request)),
    ]
    if (busy.includes(parentId)) {
      throw new HttpError('rate_limited', 'This question is being answered already.', {
        retryAfterSeconds: 5,
      })
    }
    if (busy.length >= runningMax) {
      throw new HttpError(
        'rate_limited',
        `${runningMax} answers are being written already. Wait for one, or stop one.`,
        { retryAfterSeconds: 10 },
      )
    }
  }

  return {
    listConversations: () => listConversations(store.db),

    async getConversation(id) {
      let [conversation, messages] = await Promise.all([
        findConversation(store.db, id),
        listMessages(store.db, id),
      ])
      if (!conversation) throw gone()
      if (messages.some(({ run }) => run && isLost(run))) {
        await settleLostRuns(store, alive(), clock())
        messages = await listMessages(store.db, id)
      }
      return { conversation, messages: messages.map((message) => withLiveWords(message, lives)) }
    },

    async renameConversation(id, title) {
      const [row] = await store.db
        .update(conversations)
        .set({ title: storable(title) })
        .where(eq(conversations.id, id))
        .returning()
      if (!row) throw gone()
      return toConversation(row)
    },

    async deleteConversation(id) {
      const inIt = [...starts.values()].filter(({ conversationId }) => conversationId === id)
      await Promise.allSettled(inIt.map(({ done }) => done))
      const running = [...lives.values()].filter((live) => live.conversation.id === id)
      await Promise.all(running.map((live) => end(live, 'stopped')))
      const rows = await store.db
        .delete(conversations)
        .where(eq(conversations.id, id))
        .returning({ id: conversations.id })
      if (rows.length === 0) throw gone()
    },

    async startRun(conversationId, request) {
      const { runId } = request
      const sameStart = starts.get(runId)
      if (sameStart) return sameStart.done
      const known = lives.get(runId) ?? (await findRun(store.db, runId))
      if (known) {
        if (known.answerId === request.answerId && known.conversation.id === conversationId) return
        throw new HttpError('conflict', 'A run with this id exists already.')
      }
      if (closing.signal.aborted) {
        throw new HttpError('interrupted', 'The server is stopping. Try again in a moment.')
      }
      // While the store was asked, the same request may have come a second time.
      const start = starts.get(runId)
      if (start) return start.done
      if (lives.has(runId)) return
      refuseIfBusy(request)
      const done = begin(conversationId, request).finally(() => starts.delete(runId))
      starts.set(runId, { request, conversationId, done })
      return done
    },

    async followRun(runId, lastEventId) {
      await starts.get(runId)?.done
      const from = parsePosition(lastEventId)
      const live = lives.get(runId)
      if (live?.isCrowded) {
        throw new HttpError('rate_limited', 'This answer is open in too many places.', {
          retryAfterSeconds: 10,
        })
      }
      if (live) return (signal) => live.follow(from, signal)
      const over = await findSettledRun(runId)
      if (!over) throw new HttpError('not_found', 'This answer no longer exists.')
      return async function* (signal) {
        if (!signal.aborted) yield* replay(over, from)
      }
    },

    async stopRun(runId) {
      await starts.get(runId)?.done
      const live = lives.get(runId)
      if (live) return end(live, 'stopped')
      const over = await findSettledRun(runId)
      if (!over) throw new HttpError('not_found', 'This answer no longer exists.')
      return over.run
    },

    async recoverRuns() {
      await settleLostRuns(store, alive(), clock())
    },

    async close() {
      closing.abort()
      await Promise.allSettled([...starts.values()].map(({ done }) => done))
      const failure: Failure = {
        code: 'interrupted',
        message:
          'The server was stopped in the middle of this answer. What it had written is kept.',
      }
      await Promise.all([...lives.values()].map((live) => end(live, 'interrupted', failure)))
      await pieces.flush()
    },
  }
}

/** The message that a run answers. */
const parentOf = ({ question, parentId = '' }: StartRun): string => question?.id ?? parentId

function withLiveWords(message: Message, lives: ReadonlyMap<string, LiveRun>): Message {
  const live = message.run && lives.get(message.run.id)
  if (!live) return message
  const reasoning = live.reasoning.toString()
  return { ...message, text: live.text.toString(), ...(reasoning && { reasoning }), run: live.run }
}

function noAnswer(finishReason: string | undefined): Failure {
  const because =
    finishReason === 'content_filter'
      ? 'The service refused to answer: its content filter stopped it.'
      : finishReason === 'length'
        ? 'The model used up its whole length before it began to answer.'
        : 'The model gave an empty answer. Try again, or try another model.'
  return { code: 'provider_failed', message: because }
}

const gone = () => new HttpError('not_found', 'This chat no longer exists.')
