import { and, eq } from 'drizzle-orm'
import type { DecideToolCall, Message, Run, StartRun } from '#contract/chat/chat.ts'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'
import type { Failure } from '#contract/errors.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { LiveAnswers } from '../conversations/conversation-service.ts'
import { findRun, type StoredRun } from '../conversations/message-rows.ts'
import { toPublicCall } from '../tools/called-tool.ts'
import { runs, type Unattended } from '../../store/schema.ts'
import { asOwner, asServer } from '../../store/owner-scope.ts'
import { beginRun, refuseIfBusy } from './begin-run.ts'
import { answerQuestion } from './ask-person.ts'
import { decideCall } from './decide-call.ts'
import { endRun } from './end-run.ts'
import { parsePosition, replay, type LiveRun, type SentRunEvent } from './live/live-run.ts'
import { openRunReplicas, type OtherReplicas } from './other-replicas.ts'
import { stopLive } from './live/stop-live.ts'
import { createPieceWriter } from './live/piece-writer.ts'
import { createAnswerPreparer, type AnswerSources, type KeepPicture } from './prepare-answer.ts'
import { readPageAgain } from './read-page-again.ts'
import { findLive } from './resume-run.ts'
import { writtenBy, type RunContext } from './run-context.ts'
import { RunRegistry } from './run-registry.ts'
import { listReadyRuns, settleLostRuns, storePause } from './settle-runs.ts'
import type { Toolbox } from '../tools/tools.ts'

/**
 * Iterates over the events of one answer. Can be iterated once. Ends with the answer or when the
 * signal is aborted.
 */
type FollowRun = (signal: AbortSignal) => AsyncIterable<SentRunEvent>

/**
 * Starts, streams and stops answers. A run is the writing of one answer, which continues when no
 * reader is connected.
 */
export type RunService = LiveAnswers & {
  /**
   * Stores the question and starts the answer. Repeating the request changes nothing. Later errors
   * are stored in the run.
   * @param unattended set if nobody watches the answer. Tool calls that need approval are then
   * refused.
   * @throws {HttpError} `unknown_model`, `invalid_params`, `too_large`, `bad_request`, `conflict`,
   * or `rate_limited` if the question is being answered or too many answers are being written.
   * Nothing is stored then.
   */
  startRun: (conversationId: string, request: StartRun, unattended?: Unattended) => Promise<void>
  /**
   * @param lastEventId id of the last received event. Without it, events start at the first word.
   * @param isOnce ends with `run-pause` instead of waiting for more.
   * @throws {HttpError} `not_found`, or `rate_limited` if the answer has too many readers.
   */
  followRun: (runId: string, lastEventId?: string, isOnce?: boolean) => Promise<FollowRun>
  getRun: (runId: string) => Promise<Run>
  /**
   * Stops the answer and keeps its text. Returns a finished run unchanged.
   * @throws {HttpError} `not_found`.
   */
  stopRun: (runId: string) => Promise<Run>
  /**
   * Stores a person's decision about a tool call that needs approval. Repeating the request changes
   * nothing.
   * @throws {HttpError} `not_found`, or `conflict` if the answer has ended.
   */
  decideToolCall: (runId: string, index: number, decision: DecideToolCall) => Promise<Run>
  setPageEncoding: (runId: string, choice: { index: number; encoding: string }) => Promise<Run>
  answerToolQuestion: (runId: string, answer: ToolAnswer & { index: number }) => Promise<void>

  /**
   * Ends the answers that an earlier process did not finish, and keeps their stored text. Call once
   * at startup.
   */
  recoverRuns: () => Promise<void>
  rest: () => void
  busyCount: () => number
  /** Ends running answers as interrupted, stores their text and refuses new answers. */
  close: () => Promise<void>
}

export type RunServiceOptions = AnswerSources & {
  catalogue: Pick<Catalogue, 'chat' | 'defaultFor'>
  keepPicture: KeepPicture
  clock: () => Date
  keptBytes: RunContext['keptBytes']
  changed: RunContext['changed']
  cancelTask?: (taskId: string) => Promise<unknown>
}

export function createRunService(options: RunServiceOptions): RunService {
  const closing = new AbortController()
  let isResting = false
  const registry = new RunRegistry()
  const context: RunContext = {
    ...options,
    registry,
    pieces: createPieceWriter(options.store),
    prepare: createAnswerPreparer(options),
    closing: closing.signal,
  }
  const settle = () =>
    settleLostRuns(options.store, {
      alive: registry.ids(),
      finishedAt: options.clock(),
      isRepeatable: repeatableIn(options.toolbox),
    })
  const others = openRunReplicas(context, settle)
  const isLost = ({ run }: Message) => run !== undefined && registry.isLost(run)

  return {
    startRun: (conversationId, request, unattended) => {
      const isNew = !registry.starting(request.runId) && !registry.live(request.runId)
      if (isResting && isNew) return Promise.reject(stopping())
      return startRun(context, { conversationId, request, unattended })
    },
    rest: () => {
      isResting = true
    },
    busyCount: () =>
      registry.allStarting().length +
      registry.allLive().filter(({ run }) => run.status === 'running').length,
    followRun: (runId, lastEventId, isOnce) =>
      followRun(context, others, { runId, lastEventId, isOnce }),
    async getRun(runId) {
      await registry.starting(runId)?.done
      return registry.live(runId)?.run ?? (await findSettledRun(context, runId)).run
    },
    async stopRun(runId) {
      const live = await findLive(context, runId)
      if (live) return stopLive(context, live)
      const found = await findSettledRun(context, runId)
      return found.run.status === 'running' ? others.stop(found) : found.run
    },
    async decideToolCall(runId, index, decision) {
      const live = await findLive(context, runId)
      if (live) return decideCall(context, live, { index, ...decision })
      const found = await findSettledRun(context, runId)
      const { run } = found
      if (run.status === 'running') return others.decide(found, { index, ...decision })
      throw new HttpError('conflict', `This answer has already ended (${run.status}).`)
    },
    setPageEncoding: (runId, choice) => readPageAgain(context, runId, choice),
    answerToolQuestion: (runId, answer) => answerQuestion(context, runId, answer),
    settleLost: async (messages) => {
      if (!messages.some(isLost)) return false
      const { ended, waiting } = await settle()
      return ended + waiting > 0
    },
    withLiveWords: (message) => {
      const live = message.run && registry.live(message.run.id)
      return live ? addLiveText(live, message) : message
    },
    stopRunsIn: (conversationId) => stopRunsIn(context, others, conversationId),
    recoverRuns: async () => {
      await settle()
      for (const { id, ownerId } of await asServer(() => listReadyRuns(options.store))) {
        await asOwner(ownerId, () => findLive(context, id))
      }
    },
    close: async () => {
      closing.abort()
      others.close()
      await endAll(context)
    },
  }
}

type NewRun = {
  readonly conversationId: string
  readonly request: StartRun
  readonly unattended: Unattended | undefined
}

async function startRun(
  context: RunContext,
  { conversationId, request, unattended }: NewRun,
): Promise<void> {
  const { registry, closing } = context
  const { runId } = request
  const sameStart = registry.starting(runId)
  if (sameStart) return sameStart.done
  const known = await findStarted(context, runId)
  if (known) {
    if (known.answerId === request.answerId && known.conversationId === conversationId) return
    throw new HttpError('conflict', 'A run with this id already exists.')
  }
  if (closing.aborted) {
    throw stopping()
  }
  // The same request may have arrived again during the query.
  const start = registry.starting(runId)
  if (start) return start.done
  if (registry.live(runId)) return
  refuseIfBusy(registry, request)
  return registry.start(request, conversationId, () =>
    beginRun(context, conversationId, { request, unattended }),
  )
}

/** Reads as few rows as possible, because every question calls this function. */
async function findStarted(
  { registry, store }: RunContext,
  runId: string,
): Promise<{ answerId: string; conversationId: string } | undefined> {
  const live = registry.live(runId)
  if (live) return { answerId: live.answerId, conversationId: live.conversation.id }
  const { answerId, conversationId } = runs
  const found = await store.db
    .select({ answerId, conversationId })
    .from(runs)
    .where(eq(runs.id, runId))
  return found[0]
}

const stopping = () =>
  new HttpError('interrupted', 'The server is stopping. Try again in a moment.')

type Following = {
  readonly runId: string
  readonly lastEventId: string | undefined
  readonly isOnce: boolean | undefined
}

async function followRun(
  context: RunContext,
  others: OtherReplicas,
  { runId, lastEventId, isOnce }: Following,
): Promise<FollowRun> {
  const from = parsePosition(lastEventId)
  const live = await findLive(context, runId)
  if (live?.isCrowded) {
    throw new HttpError('rate_limited', 'This answer is open in too many tabs.', {
      retryAfterSeconds: 10,
    })
  }
  if (live) return (signal) => live.follow(from, signal, isOnce)
  let over = await findSettledRun(context, runId)
  if (over.run.status === 'running') {
    const mirrored = await others.mirror(over)
    if (mirrored) return (signal) => mirrored.follow(from, signal, isOnce)
    over = await findSettledRun(context, runId)
  }
  // Another server has just continued the answer, so readers have to reconnect.
  if (over.run.status === 'running' || over.run.status === 'waiting') return async function* () {}
  return async function* (signal) {
    if (!signal.aborted) yield* replay(over, from)
  }
}

/**
 * Returns a stored answer. Ends the answer first if no process writes it any more.
 * @throws {HttpError} `not_found`.
 */
async function findSettledRun(
  { store, registry, clock, toolbox }: RunContext,
  runId: string,
): Promise<StoredRun> {
  let found = await findRun(store.db, runId)
  if (found && registry.isLost(found.run)) {
    await settleLostRuns(store, {
      alive: registry.ids(),
      finishedAt: clock(),
      isRepeatable: repeatableIn(toolbox),
    })
    found = await findRun(store.db, runId)
  }
  if (!found) throw new HttpError('not_found', 'This answer no longer exists.')
  return found
}

function addLiveText(live: LiveRun, message: Message): Message {
  const reasoning = live.reasoning.toString()
  return {
    ...message,
    text: live.text.toString(),
    ...(reasoning && { reasoning }),
    ...(live.calls.length > 0 && { toolCalls: live.calls.map(toPublicCall) }),
    run: live.run,
  }
}

async function stopRunsIn(
  context: RunContext,
  others: OtherReplicas,
  conversationId: string,
): Promise<void> {
  const { registry, store } = context
  const starting = registry.allStarting().filter((one) => one.conversationId === conversationId)
  await Promise.allSettled(starting.map(({ done }) => done))
  const running = registry.allLive().filter((live) => live.conversation.id === conversationId)
  await Promise.all(running.map((live) => endRun(context, live, { status: 'stopped' })))
  if (!store.replica.isShared) return
  const elsewhere = await store.db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.conversationId, conversationId), eq(runs.status, 'running')))
  await Promise.all(
    elsewhere.map(async ({ id }) => {
      const found = await findRun(store.db, id)
      if (found) await others.stop(found)
    }),
  )
}

async function endAll(context: RunContext): Promise<void> {
  const { registry, pieces } = context
  await Promise.allSettled(registry.allStarting().map(({ done }) => done))
  const ending: Promise<Run>[] = []
  for (const live of registry.allLive()) {
    if (registry.isEnding(live)) ending.push(endRun(context, live, { status: 'interrupted' }))
    else if (live.run.status === 'waiting') live.leave()
    else if (isInTools(live, context.toolbox)) ending.push(leaveRun(context, live))
    else ending.push(endRun(context, live, { status: 'interrupted', failure: serverStopped }))
  }
  await Promise.all(ending)
  await pieces.flush()
}

const repeatableIn =
  (toolbox: Toolbox) =>
  (name: string): boolean => {
    const tool = toolbox.describe(name)
    return tool?.isRepeatable ?? tool?.effect === 'reads'
  }

function isInTools({ calls }: LiveRun, toolbox: Toolbox): boolean {
  const running = calls.filter(({ status }) => status === 'running')
  return running.length > 0 && running.every(({ name }) => repeatableIn(toolbox)(name))
}

/** Stops writing an answer without ending it, so that the next process continues it. */
async function leaveRun({ store, pieces }: RunContext, live: LiveRun): Promise<Run> {
  live.halt()
  await pieces.release(live)
  const run: Run = { ...live.run, status: 'waiting' }
  await storePause(store, writtenBy(live, run))
  live.leave()
  return run
}

const serverStopped: Failure = {
  code: 'interrupted',
  message: 'The server was stopped while this answer was being written. The text so far is saved.',
}
