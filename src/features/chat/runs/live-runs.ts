import { resumeRun, startRun, stopRun } from '#api/chat.ts'
import { isAbort } from '#api/errors.ts'
import { isGoingOn, type Message, type StartRun } from '#contract/chat.ts'
import { createAnswerStore, type AnswerStore } from './answer-store.ts'
import { followRun, type RunTransport } from './run-client.ts'
import { waitForRetry } from './wait.ts'

/** A run that this page reads, or has just read to its end. */
export type LiveRun = {
  conversationId: string
  runId: string
  /** The question as it was sent, until the server's own list has it. */
  question: Message | undefined
  /** Where the answer stands in the thread; its text is in `store`. */
  answer: Message
  store: AnswerStore
  /** What was sent; absent when somebody else started the run. */
  request: StartRun | undefined
}

/** How the server is reached. */
export interface RunServer {
  start: typeof startRun
  resume: typeof resumeRun
  stop: typeof stopRun
}

/** Runs that nobody looks at are read on for this long, so that a glance elsewhere costs nothing. */
const leaveDelayMs = 2_000
/** Finished runs that wait to be seen by the query cache. */
const runsMax = 24

const none: readonly LiveRun[] = []

type Entry = {
  run: LiveRun
  reading: AbortController | undefined
  /** The server has answered: the run exists there. */
  hasBegun: boolean
  /** To be stopped as soon as it has begun. */
  isUnwanted: boolean
}

export type LiveRuns = ReturnType<typeof createLiveRuns>

/**
 * The runs that this page reads: of a conversation the newest one, and those that answer the same
 * question beside it.
 *
 * @param onChanged is called when a conversation began, and when its run ended.
 */
export function createLiveRuns(
  onChanged: (run: LiveRun, what: 'started' | 'ended') => void,
  server: RunServer = { start: startRun, resume: resumeRun, stop: stopRun },
) {
  /** By the run's id, the newest last. */
  const runs = new Map<string, Entry>()
  /** Made anew when it changes, as React compares them. */
  let perConversation = new Map<string, readonly LiveRun[]>()
  const listeners = new Set<() => void>()
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()
  const entriesOf = (conversationId: string): Entry[] =>
    [...runs.values()].filter(({ run }) => run.conversationId === conversationId)
  const changed = () => {
    perConversation = new Map()
    for (const listener of listeners) listener()
  }

  async function read(run: LiveRun): Promise<void> {
    const entry = runs.get(run.runId)
    if (entry?.run !== run || entry.reading) return
    const reading = (entry.reading = new AbortController())
    const { request, store } = run
    const transport: RunTransport = {
      resume: (lastEventId, signal, isOnce) =>
        server.resume(run.runId, lastEventId, signal, isOnce),
      ...(request && !entry.hasBegun
        ? { start: (signal: AbortSignal) => server.start(run.conversationId, request, signal) }
        : {}),
    }
    const sink = {
      ...store,
      started: (event: Parameters<AnswerStore['started']>[0]) => {
        store.started(event)
        if (!entry.hasBegun) {
          entry.hasBegun = true
          // It goes on until the next try when this fails, as every run does that nobody stops.
          if (entry.isUnwanted) void server.stop(run.runId).catch(console.warn)
          onChanged(run, 'started')
        }
      },
    }
    try {
      await followRun({
        transport,
        sink,
        position: store.position(),
        signal: reading.signal,
        wait: waitForRetry,
      })
    } catch (error) {
      if (reading.signal.aborted && isAbort(error)) return
      store.failed(error)
    } finally {
      if (entry.reading === reading) entry.reading = undefined
    }
    changed()
    onChanged(run, 'ended')
  }

  function add(run: LiveRun, hasBegun: boolean): LiveRun {
    for (const other of entriesOf(run.conversationId)) {
      const isBeside =
        other.run.answer.parentId === run.answer.parentId && other.run.answer.id !== run.answer.id
      if (isBeside) continue
      other.reading?.abort()
      runs.delete(other.run.runId)
    }
    runs.delete(run.runId)
    runs.set(run.runId, { run, reading: undefined, hasBegun, isUnwanted: false })
    for (const [id, entry] of runs) {
      if (runs.size <= runsMax) break
      if (!entry.reading && id !== run.runId) runs.delete(id)
    }
    void read(run)
    changed()
    return run
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** The newest. */
    get: (conversationId: string | undefined): LiveRun | undefined =>
      conversationId === undefined ? undefined : entriesOf(conversationId).at(-1)?.run,

    /** All of a conversation, the newest last; the same list until something changes. */
    all(conversationId: string | undefined): readonly LiveRun[] {
      if (conversationId === undefined) return none
      const known = perConversation.get(conversationId)
      if (known) return known
      const all = entriesOf(conversationId).map(({ run }) => run)
      perConversation.set(conversationId, all)
      return all
    },

    /**
     * Sends a question, or asks again. A run of another question that is still being read is left to the
     * server.
     *
     * @param begun the answer that goes on, as far as it is written.
     */
    ask(conversationId: string, request: StartRun, begun?: Message): LiveRun {
      const createdAt = new Date().toISOString()
      const { question, answerId: id, parentId } = request
      const base = { conversationId, createdAt }
      return add(
        {
          conversationId,
          runId: request.runId,
          request,
          question: question && {
            ...base,
            id: question.id,
            role: 'user',
            text: question.text,
            ...(parentId === undefined ? {} : { parentId }),
          },
          answer: {
            ...base,
            id,
            role: 'assistant',
            text: '',
            ...(question ? { parentId: question.id } : parentId === undefined ? {} : { parentId }),
          },
          store: createAnswerStore({
            text: begun?.text ?? '',
            reasoning: begun?.reasoning ?? '',
          }),
        },
        false,
      )
    },

    /** Reads on a run that the server says is going on. */
    attach(message: Message): void {
      const { conversationId, run } = message
      if (!run || runs.has(run.id)) return
      add(
        {
          conversationId,
          runId: run.id,
          request: undefined,
          question: undefined,
          answer: message,
          store: createAnswerStore({ text: message.text, reasoning: message.reasoning ?? '' }),
        },
        true,
      )
    },

    /** Sends the same request again, or reads the same run on: nothing is asked twice. */
    retry(run: LiveRun): void {
      const hasBegun = runs.get(run.runId)?.hasBegun ?? false
      const { text, reasoning } = run.store.getSnapshot()
      const begun = { text: text.text, reasoning: reasoning.text }
      add({ ...run, store: createAnswerStore(begun) }, hasBegun)
    },

    /**
     * Lets the server stop the run. Its stream then ends, with all the text until there.
     *
     * @throws what `stopRun` throws; the run then goes on.
     */
    async stop(run: LiveRun): Promise<void> {
      const entry = runs.get(run.runId)
      // The server cannot stop what it has not heard of yet.
      if (entry?.run === run && !entry.hasBegun) entry.isUnwanted = true
      else await server.stop(run.runId)
    },

    /** Forgets a run: its messages are in the query cache, or nobody wants them. */
    release(run: LiveRun): void {
      const entry = runs.get(run.runId)
      if (entry?.run !== run) return
      entry.reading?.abort()
      runs.delete(run.runId)
      changed()
    },

    /** Somebody looks at the conversation; the result says that they look no more. */
    look(conversationId: string): () => void {
      clearTimeout(leaving.get(conversationId))
      leaving.delete(conversationId)
      for (const { run } of entriesOf(conversationId)) {
        if (isGoingOn(run.store.getSnapshot())) void read(run)
      }
      return () => {
        const leave = () => {
          leaving.delete(conversationId)
          for (const left of entriesOf(conversationId)) {
            // A run that has not begun must reach the server first.
            if (!left.hasBegun) continue
            left.reading?.abort()
            left.reading = undefined
          }
        }
        leaving.set(conversationId, setTimeout(leave, leaveDelayMs))
      }
    },
  }
}
