import type { ChatPrice } from '#contract/models.ts'
import pLimit from 'p-limit'
import type { Run } from '#contract/chat/chat.ts'
import { toHttpError } from '../../errors/http-error.ts'
import { computeCost, modelFacts } from '../completions/model-facts.ts'
import type { CalledTool } from '../tools/called-tool.ts'
import { endRun } from './end-run.ts'
import type { LiveRun } from './live/live-run.ts'
import { listChatModels, listChatPictures } from './history.ts'
import { keepPictures, keepShown } from './steps/keep-pictures.ts'
import { storeSteps } from './steps/kept-step.ts'
import { type RunContext, writtenBy } from './run-context.ts'
import { storeCalls, storePause } from './settle-runs.ts'
import type { AnswerJob } from './answer-job.ts'
import { dropLive } from './live/drop-live.ts'
import { writeAnswer, type AnswerOutcome } from './write-answer.ts'

const runMsMax = 30 * 60_000
/** Maximum wait for the model's price at the end of an answer, in milliseconds. */
const priceWaitMs = 1_000

/**
 * Writes the answer, stores its end, and counts its bytes for the person who asked. Never throws,
 * because errors are stored in the run.
 */
export async function writeCounted(
  context: RunContext,
  live: LiveRun,
  prepareJob: () => Promise<AnswerJob>,
): Promise<void> {
  const before = live.sizeBytes
  await writeRun(context, live, prepareJob)
  context.keptBytes.add(live.sizeBytes - before)
}

async function writeRun(
  context: RunContext,
  live: LiveRun,
  prepareJob: () => Promise<AnswerJob>,
): Promise<void> {
  const tooLong = setTimeout(() => {
    void endRun(context, live, {
      status: 'failed',
      failure: {
        code: 'timed_out',
        message: `The answer took longer than ${runMsMax / 60_000} minutes and was stopped.`,
      },
    })
  }, runMsMax)
  try {
    const job = await prepareJob()
    if (live.signal.aborted) return
    const facts = modelFacts(job.provider, job.model, 30_000)
    const outcome = await writeWithPictures(context, live, job)
    if (live.signal.aborted) return
    await notePrice(live, job.provider.enteredPrice, facts)
    await finishRun(context, live, outcome)
  } catch (thrown) {
    if (live.signal.aborted) return
    const error = toHttpError(thrown)
    if (error.code === 'internal') console.error(`Run ${live.run.id} broke.`, thrown)
    void endRun(context, live, { status: 'failed', failure: error.toFailure() })
  } finally {
    clearTimeout(tooLong)
  }
}

/** Pictures that arrived before a failure are also stored, because they have been paid for. */
async function writeWithPictures(
  context: RunContext,
  live: LiveRun,
  job: AnswerJob,
): Promise<AnswerOutcome> {
  // Stores one picture at a time, because each picture gets the next position among the answer's
  // files.
  const oneByOne = pLimit(1)
  try {
    return await writeAnswer(live, job, {
      onWords: () => context.pieces.touch(live),
      keepCalls: (calls) => keepCalls(context, live, calls),
      keepShown: (pictures) => oneByOne(() => keepShown(context, live, pictures)),
      chatPictures: () =>
        listChatPictures(context.store.db, { questionId: live.parentId, answerId: live.answerId }),
      chatModels: () => listChatModels(context.store.db, live.parentId),
      readPicture: context.readPicture,
    })
  } finally {
    await keepPictures(context, live)
  }
}

async function keepCalls(
  { store: { db, replica } }: RunContext,
  live: LiveRun,
  calls: readonly CalledTool[],
): Promise<void> {
  const isNew = calls.some(({ index }) => live.calls[index] === undefined)
  if (isNew) await storeSteps(db, live.answerId, live.steps.slice(-1))
  await storeCalls(db, live.answerId, calls)
  replica.wake.tell(`run:${live.run.id}`)
}

/**
 * Records the cost of the answer. A price that a person has entered applies even if the service
 * does not list the model.
 */
async function notePrice(
  live: LiveRun,
  entered: ChatPrice | undefined,
  facts: ReturnType<typeof modelFacts>,
): Promise<void> {
  if (!live.run.usage || live.run.cost) return
  const price = entered ?? (await Promise.race([facts, after(priceWaitMs)]))?.price
  const costs = live.requestUsages.flatMap((usage) => computeCost(usage, price) ?? [])
  if (!price || costs.length === 0) return
  const amount = costs.reduce((sum, cost) => sum + cost.amount, 0)
  live.note({ cost: { amount, currency: price.currency } })
}

async function finishRun(
  context: RunContext,
  live: LiveRun,
  outcome: AnswerOutcome,
): Promise<void> {
  if (outcome.status === 'completed') void endRun(context, live, { status: 'completed' })
  else if (outcome.status === 'failed')
    void endRun(context, live, { status: 'failed', failure: outcome.failure })
  else await pauseRun(context, live)
}

const after = (ms: number) =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), ms))

async function pauseRun(context: RunContext, live: LiveRun): Promise<void> {
  const { store, pieces, registry } = context
  await pieces.release(live)
  if (registry.isEnding(live)) return
  const run: Run = { ...live.run, status: 'waiting' }
  const isPaused = await storePause(store, writtenBy(live, run))
  pieces.skip(live)
  if (registry.isEnding(live)) return
  if (!isPaused) return dropLive(context, live)
  live.note(run)
  store.replica.wake.tell(`run:${run.id}`)
  context.changed(live.conversation.id)
  registry.forgetSomeWaiting()
}
