import { eq } from 'drizzle-orm'
import {
  answersAtOnceMax,
  type DecideToolCall,
  type Message,
  type Run,
  type RunStatus,
  type StartRun,
} from '#contract/chat.ts'
import type { Failure } from '#contract/errors.ts'
import { HttpError, isDiskFull, isStorageRefused, toHttpError } from '../errors.ts'
import type { Catalogue } from '../models/catalogue.ts'
import { conversations } from '../store/schema.ts'
import { storable } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import { toPublicCall } from './called-tool.ts'
import { LiveRun, parsePosition, replay, type SentRunEvent } from './live-run.ts'
import { findRun, type StoredRun } from './message-rows.ts'
import { costOf, modelFacts } from './model-facts.ts'
import { createPieceWriter } from './piece-writer.ts'
import { createAnswerPreparer, type AnswerSources } from './prepare-answer.ts'
import {
  settleLostRuns,
  storeCalls,
  storeEnd,
  storePause,
  storeResumption,
  type Written,
} from './settle-runs.ts'
import { storeStart } from './store-start.ts'
import { isDecided, writeAnswer, type AnswerJob, type Halt } from './write-answer.ts'

/** Answers being written at once. */
const runningMax = 32
/** Runs in memory that wait for a person; beyond it, those that nobody follows are only in the store. */
const waitingMax = 200
const runMsMax = 30 * 60_000
/** Waits before trying again to store the end of a run. */
const storeRetriesMs = [300, 2_000]
/** While the disk takes nothing, for ten minutes: the words are nowhere else. */
const diskRetryMs = 2_000
const diskRetriesMax = 300
/** For the price at the end of an answer, should the list not be known by then. */
const priceWaitMs = 1_000

/** Events of one run, to be read once. Ends after `run-end`, or when the signal fires. */
type FollowRun = (signal: AbortSignal) => AsyncIterable<SentRunEvent>

/** The answers being written, which go on when nobody listens. */
export type RunService = {
  /**
   * Stores the question and begins the answer. The same request again does nothing more.
   *
   * @throws {HttpError} `unknown_model`, `invalid_params`, `too_large`, `bad_request`, `conflict`, or
   *   `rate_limited` when the question is being answered already or too many answers are being written.
   *   Nothing is stored then. What goes wrong later is in the run.
   */
  startRun: (conversationId: string, request: StartRun) => Promise<void>
  /**
   * @param lastEventId of the event seen last; without one the events begin at the first word.
   * @param isOnce ends with `run-pause` instead of waiting for more.
   * @throws {HttpError} `not_found`, or `rate_limited` when too many read along.
   */
  followRun: (runId: string, lastEventId?: string, isOnce?: boolean) => Promise<FollowRun>
  /** @throws {HttpError} `not_found`. */
  getRun: (runId: string) => Promise<Run>
  /** Keeps the text. Of a run that is over: says how it ended. @throws {HttpError} `not_found`. */
  stopRun: (runId: string) => Promise<Run>
  /**
   * Says whether a call that asks may be made. The same again does nothing more.
   *
   * @throws {HttpError} `not_found`, or `conflict` when the run is over.
   */
  decideToolCall: (runId: string, index: number, decision: DecideToolCall) => Promise<Run>

  /** Ends what is left of runs that nobody writes; whether there were any among these messages. */
  settleLost: (messages: readonly Message[]) => Promise<boolean>
  /** The message with the words that are not in the store yet. */
  withLiveWords: (message: Message) => Message
  stopRunsIn: (conversationId: string) => Promise<void>

  /** Call once at start: ends what an earlier process left running, with every word it had stored. */
  recoverRuns: () => Promise<void>
  /** Ends what is running as interrupted, stores all words and begins nothing more. */
  close: () => Promise<void>
}

export type RunServiceOptions = AnswerSources & {
  catalogue: Pick<Catalogue, 'chat'>
  clock: () => Date
}

export function createRunService(options: RunServiceOptions): RunService {
  const { store, catalogue, toolbox, clock } = options
  const prepare = createAnswerPreparer(options)
  const lives = new Map<string, LiveRun>()
  const starts = new Map<
    string,
    { request: StartRun; conversationId: string; done: Promise<void> }
  >()
  const revivals = new Map<string, Promise<LiveRun | undefined>>()
  const ends = new Map<LiveRun, Promise<Run>>()
  const closing = new AbortController()
  const pieces = createPieceWriter(store)

  const alive = () => [...lives.keys(), ...starts.keys()]
  /** The store calls it running, and nobody writes it. */
  const isLost = (run: Run) => run.status === 'running' && !lives.has(run.id) && !starts.has(run.id)

  async function begin(conversationId: string, request: StartRun): Promise<void> {
    const found = await catalogue.chat(request.modelId, closing.signal)
    const modelId = `${found.provider.id}/${found.model}`
    await prepare.check(found, request)
    const startedAt = clock()
    const started = await storeStart(store, conversationId, { ...request, modelId, startedAt })
    const live = new LiveRun({
      run: { id: request.runId, modelId, status: 'running', startedAt: startedAt.toISOString() },
      settings: started.settings,
      conversation: started.conversation,
      answerId: request.answerId,
      parentId: started.parentId,
      begun: started.begun,
    })
    pieces.skip(live)
    lives.set(live.run.id, live)
    void write(live, () => prepare.job(live, found, request.isContinuation ?? false))
  }

  async function write(live: LiveRun, prepareJob: () => Promise<AnswerJob>): Promise<void> {
    const tooLong = setTimeout(() => {
      void end(live, 'failed', {
        code: 'timed_out',
        message: `The answer took longer than ${runMsMax / 60_000} minutes and was stopped.`,
      })
    }, runMsMax)
    try {
      const job = await prepareJob()
      if (live.signal.aborted) return
      const facts = modelFacts(job.provider, job.model, 30_000)
      const halt = await writeAnswer(live, job, {
        toolbox,
        onWords: () => pieces.touch(live),
        keepCalls: (calls) => storeCalls(store.db, live.answerId, calls),
      })
      if (live.signal.aborted) return
      if (live.run.usage && !live.run.cost) {
        const known = await Promise.race([facts, after(priceWaitMs)])
        const cost = costOf(live.run.usage, known?.price)
        if (cost) live.note({ cost })
      }
      await comeToHalt(live, halt)
    } catch (thrown) {
      if (live.signal.aborted) return
      const error = toHttpError(thrown)
      if (error.code === 'internal') console.error(`Run ${live.run.id} broke.`, thrown)
      void end(live, 'failed', error.toFailure())
    } finally {
      clearTimeout(tooLong)
    }
  }

  async function comeToHalt(live: LiveRun, halt: Halt): Promise<void> {
    if (halt.status === 'completed') void end(live, 'completed')
    else if (halt.status === 'failed') void end(live, 'failed', halt.failure)
    else {
      await pieces.release(live)
      if (ends.has(live)) return
      const run: Run = { ...live.run, status: 'waiting' }
      await storePause(store, writtenBy(live, run))
      pieces.skip(live)
      if (ends.has(live)) return
      live.note(run)
      forgetSomeWaiting()
    }
  }

  /** Runs that wait may do so for days. Those that nobody follows can be found in the store. */
  function forgetSomeWaiting(): void {
    const waiting = [...lives.values()].filter(({ run }) => run.status === 'waiting')
    for (const live of waiting.slice(0, Math.max(0, waiting.length - waitingMax))) {
      if (!live.isFollowed && !ends.has(live)) lives.delete(live.run.id)
    }
  }

  /** A run that waits, as it was left. */
  function revive(stored: StoredRun): LiveRun {
    const live = new LiveRun({ ...stored, begun: stored })
    pieces.skip(live)
    lives.set(live.run.id, live)
    // The decision was stored, and then the server ended.
    if (isDecided(live)) resume(live)
    return live
  }

  function resume(live: LiveRun): void {
    if (live.run.status !== 'waiting' || ends.has(live)) return
    live.note({ status: 'running' })
    void write(live, async () => {
      await storeResumption(store, live.run.id)
      const found = await catalogue.chat(live.run.modelId, live.signal)
      return prepare.job(live, found, false)
    })
  }

  /** The run in memory, if it goes on. */
  async function findLive(runId: string): Promise<LiveRun | undefined> {
    await starts.get(runId)?.done
    const live = lives.get(runId)
    if (live) return live
    const reviving = revivals.get(runId)
    if (reviving) return reviving
    const finding = (async () => {
      const stored = await findRun(store.db, runId)
      if (stored?.run.status !== 'waiting' || closing.signal.aborted) return undefined
      return lives.get(runId) ?? revive(stored)
    })().finally(() => revivals.delete(runId))
    revivals.set(runId, finding)
    return finding
  }

  /** The first way to end wins. Resolves, and tells the followers, when the end is stored. */
  function end(live: LiveRun, status: RunStatus, failure?: Failure): Promise<Run> {
    const ending = ends.get(live)
    if (ending) return ending
    live.halt()
    const run: Run = {
      ...live.run,
      status,
      ...(failure && { failure: { ...failure, message: storable(failure.message) } }),
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
    for (let attempt = 0; ; attempt++) {
      try {
        live.setCalls(await storeEnd(store, writtenBy(live, run)))
        return run
      } catch (thrown) {
        const waitMs = storeRetriesMs[attempt] ?? untilDiskTakesIt(thrown, attempt)
        if (waitMs === undefined) {
          console.error(`The end of run ${run.id} could not be stored.`, thrown)
          // The store still calls it running; the next who asks for it gets what was stored before.
          return { ...run, status: 'interrupted', failure: toHttpError(thrown).toFailure() }
        }
        await after(waitMs)
      }
    }
  }

  const untilDiskTakesIt = (thrown: unknown, attempt: number): number | undefined => {
    const mayPass = (isDiskFull(thrown) || isStorageRefused(thrown)) && !closing.signal.aborted
    return mayPass && attempt < diskRetriesMax ? diskRetryMs : undefined
  }

  /** A run that was left behind is ended before anybody reads it. @throws {HttpError} `not_found`. */
  async function findSettledRun(runId: string): Promise<StoredRun> {
    let found = await findRun(store.db, runId)
    if (found && isLost(found.run)) {
      await settleLostRuns(store, alive(), clock())
      found = await findRun(store.db, runId)
    }
    if (!found) throw new HttpError('not_found', 'This answer no longer exists.')
    return found
  }

  function refuseIfBusy({ question, parentId = '', answerId, modelId }: StartRun): void {
    const answered = question?.id ?? parentId
    const running = [...lives.values()].filter(({ run }) => run.status === 'running')
    const begun = [...starts.values()].map(({ request }) => request)
    const sameModel = (one: string) => one === modelId || one.endsWith(`/${modelId}`)
    const toSame = [
      ...running.flatMap((live) => (live.parentId === answered ? live.run.modelId : [])),
      ...begun.flatMap((one) =>
        (one.question?.id ?? one.parentId) === answered ? one.modelId : [],
      ),
    ]
    const isWritten = [...running, ...begun].some((one) => one.answerId === answerId)
    if (isWritten || toSame.some(sameModel)) {
      throw new HttpError('rate_limited', 'This question is being answered already.', {
        retryAfterSeconds: 5,
      })
    }
    if (toSame.length >= answersAtOnceMax) {
      throw new HttpError(
        'rate_limited',
        `${answersAtOnceMax} models are answering this question already.`,
        { retryAfterSeconds: 10 },
      )
    }
    if (running.length + begun.length >= runningMax) {
      throw new HttpError(
        'rate_limited',
        `${runningMax} answers are being written already. Wait for one, or stop one.`,
        { retryAfterSeconds: 10 },
      )
    }
  }

  return {
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

    async followRun(runId, lastEventId, isOnce) {
      const from = parsePosition(lastEventId)
      const live = await findLive(runId)
      if (live?.isCrowded) {
        throw new HttpError('rate_limited', 'This answer is open in too many places.', {
          retryAfterSeconds: 10,
        })
      }
      if (live) return (signal) => live.follow(from, signal, isOnce)
      const over = await findSettledRun(runId)
      return async function* (signal) {
        if (!signal.aborted) yield* replay(over, from)
      }
    },

    async getRun(runId) {
      await starts.get(runId)?.done
      return lives.get(runId)?.run ?? (await findSettledRun(runId)).run
    },

    async stopRun(runId) {
      const live = await findLive(runId)
      return live ? end(live, 'stopped') : (await findSettledRun(runId)).run
    },

    async decideToolCall(runId, index, { isAllowed, isAlways }) {
      const live = await findLive(runId)
      if (!live) {
        const { run } = await findSettledRun(runId)
        throw new HttpError('conflict', `This answer is over (${run.status}).`)
      }
      const call = live.calls[index]
      if (!call) throw new HttpError('not_found', 'This answer has no such call.')
      if (call.status !== 'asking') return live.run
      const isForAll = isAllowed && isAlways === true
      if (isForAll) await allowTool(store, live.conversation.id, call.name)
      const decided = live.calls
        .filter(({ status }) => status === 'asking')
        .filter((one) => one.index === index || (isForAll && one.name === call.name))
        .map((one) =>
          isAllowed
            ? { ...one, status: 'running' as const }
            : { ...one, status: 'denied' as const, result: 'The person did not allow this call.' },
        )
      await storeCalls(store.db, live.answerId, decided)
      if (ends.has(live)) return live.run
      live.setCalls(decided)
      if (isDecided(live)) resume(live)
      return live.run
    },

    async settleLost(messages) {
      if (!messages.some(({ run }) => run && isLost(run))) return false
      await settleLostRuns(store, alive(), clock())
      return true
    },

    withLiveWords(message) {
      const live = message.run && lives.get(message.run.id)
      if (!live) return message
      const reasoning = live.reasoning.toString()
      return {
        ...message,
        text: live.text.toString(),
        ...(reasoning && { reasoning }),
        ...(live.calls.length > 0 && { toolCalls: live.calls.map(toPublicCall) }),
        run: live.run,
      }
    },

    async stopRunsIn(conversationId) {
      const starting = [...starts.values()].filter((one) => one.conversationId === conversationId)
      await Promise.allSettled(starting.map(({ done }) => done))
      const running = [...lives.values()].filter((live) => live.conversation.id === conversationId)
      await Promise.all(running.map((live) => end(live, 'stopped')))
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
      const ending: Promise<Run>[] = []
      for (const live of lives.values()) {
        if (live.run.status === 'waiting' && !ends.has(live)) live.leave()
        else ending.push(end(live, 'interrupted', failure))
      }
      await Promise.all(ending)
      await pieces.flush()
    },
  }
}

const writtenBy = (live: LiveRun, run: Run): Written => ({
  run,
  answerId: live.answerId,
  reasoning: live.reasoning.toString(),
  text: live.text.toString(),
  calls: live.calls,
})

/** From now on the tool runs without asking in this conversation. */
function allowTool(store: Store, conversationId: string, name: string): Promise<void> {
  return store.transaction(async ({ db }) => {
    const [row] = await db
      .select({ settings: conversations.settings })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update')
    const allowedTools = [...new Set([...(row?.settings?.allowedTools ?? []), name])]
    await db
      .update(conversations)
      .set({ settings: { ...row?.settings, allowedTools } })
      .where(eq(conversations.id, conversationId))
  })
}

const after = (ms: number) =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))
