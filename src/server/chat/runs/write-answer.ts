import pLimit from 'p-limit'
import type { Source } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/errors.ts'
import { toAnswerEnd, type AnswerEnd } from '#lib/answer-end.ts'
import { newId } from '#lib/id.ts'
import { cutText } from '#lib/cut-text.ts'
import type { AnswerJob } from './answer-job.ts'
import { askPerson, createProgressReporter } from './ask-person.ts'
import { storable } from '../../store/storable.ts'
import { isOver, type CalledTool } from '../tools/called-tool.ts'
import { readShown, serializeAnswer } from './history.ts'
import type { LiveRun } from './live/live-run.ts'
import { countPaidCalls } from './paid-calls.ts'
import type { KeptPictures, ShownPicture } from './steps/keep-pictures.ts'
import { readStep } from './steps/read-step.ts'
import type { AskedCall } from './steps/tool-call-parts.ts'
import type { ChatPicture } from '../tools/tool.ts'

const roundsMax = 25

const goOn =
  'Your last message was cut off. Continue it exactly where it stops, in the middle of a word if need be. Repeat nothing of it, and do not say that you continue.'

export type AnswerTools = {
  onWords: () => void
  /** Stores each change of tool calls before readers are notified. */
  keepCalls: (calls: readonly CalledTool[]) => Promise<void>
  keepShown?: (pictures: readonly ShownPicture[]) => Promise<KeptPictures>
  chatPictures?: () => Promise<ChatPicture[]>
  chatModels?: () => Promise<string[]>
  readPicture?: (fileId: string) => Promise<string | undefined>
}

export type AnswerOutcome =
  | { status: 'completed' }
  | { status: 'failed'; failure: Failure }
  | { status: 'waiting' }

/**
 * Writes an answer into `live`: calls the model, runs its tool calls and repeats. Ends when the
 * model requests no calls, or when a call needs a person's permission.
 * @throws the errors of `readStep`. The text so far stays in `live`.
 */
export async function writeAnswer(
  live: LiveRun,
  job: AnswerJob,
  tools: AnswerTools,
): Promise<AnswerOutcome> {
  const textAtStart = live.text.toString()
  let isContinuation = job.isContinuation && textAtStart !== ''
  await runAllowed(live, job, tools)
  for (let asked = 0; asked < roundsMax; asked++) {
    const said = { text: live.text.toString(), calls: live.calls, steps: getSteps(live, job) }
    const pictures = await readShown(
      live.calls,
      job.canSee === false ? undefined : tools.readPicture,
    )
    const messages = [...job.history, ...serializeAnswer({ ...said, pictures })]
    if (isContinuation) messages.push({ role: 'user', content: goOn })
    const { asks, kept } = await readStep(live, job, {
      messages,
      goesOnAfter: isContinuation ? textAtStart : '',
      onWords: tools.onWords,
    })
    // The provider's hidden fields, such as signatures of reasoning, are not stored for a
    // continuation. The next request would send the fields before the text that is continued.
    if (kept && !isContinuation) {
      live.addStep({ ...kept, round: nextRound(live), provider: job.provider.id })
    }
    isContinuation = false
    if (asks.length === 0) {
      if (live.text.length > 0 || live.pictures.count > 0) return { status: 'completed' }
      const isOnlyReasoning =
        live.reasoning.length > 0 && toAnswerEnd(live.run.finishReason) === 'usual'
      if (isOnlyReasoning) return { status: 'completed' }
      return { status: 'failed', failure: noAnswer(live.run.finishReason) }
    }
    const calls = await toCalls(live, asks, job)
    if (live.signal.aborted) return { status: 'completed' }
    await tools.keepCalls(calls)
    live.setCalls(calls)
    await runAllowed(live, job, tools)
    if (live.calls.some(({ status }) => status === 'asking')) return { status: 'waiting' }
    if (live.signal.aborted) return { status: 'completed' }
  }
  return { status: 'failed', failure: tooManyRounds }
}

function toCalls(
  live: LiveRun,
  asked: readonly AskedCall[],
  job: AnswerJob,
): Promise<CalledTool[]> {
  const round = nextRound(live)
  const at = { text: live.text.length, reasoning: live.reasoning.length }
  const first = live.calls.length
  const limitReached = countPaidCalls(job.paidCalls, live.calls)
  const ids = chooseCallIds(asked, [
    ...live.calls.map(({ upstreamId }) => upstreamId),
    ...job.history.map((message) => message['tool_call_id']),
  ])
  return Promise.all(
    asked.map(async (call, position) => {
      const name = storable(call.name)
      const tool = job.tools.find(name)
      const permission = await job.tools.checkPermission(name, call.arguments, live.signal)
      const { price, priceUsd } = permission
      const isAllowed = job.allowed.has(tool?.allowedAs ?? name)
      const reason = limitReached(permission)
      const refusal = job.refuse?.({
        ...permission,
        asks: permission.asks || reason !== undefined,
        isAllowed: isAllowed && reason === undefined,
      })
      const asks = permission.asks && (!isAllowed || reason !== undefined)
      const orderId = tool && tool.effect !== 'reads' ? newId() : undefined
      return {
        index: first + position,
        round,
        upstreamId: ids[position] ?? `call_${newId()}`,
        name,
        ...(tool && { title: storable(tool.from ? `${tool.title} (${tool.from})` : tool.title) }),
        arguments: storable(call.arguments),
        ...(refusal === undefined
          ? { status: asks ? ('asking' as const) : ('running' as const) }
          : { status: 'denied' as const, result: refusal }),
        at,
        ...(price !== undefined && {
          price: reason !== undefined && isAllowed ? `${price}. ${reason}` : price,
        }),
        ...(priceUsd !== undefined && { priceUsd }),
        ...(orderId !== undefined && { orderId }),
        ...(orderId !== undefined && tool?.makesTask && { taskId: orderId }),
      }
    }),
  )
}

/** Returns unique ids, because services refuse a chat in which two tool calls have the same id. */
function chooseCallIds(asked: readonly AskedCall[], known: readonly unknown[]): string[] {
  const taken = new Set(known)
  return asked.map((call) => {
    const given = cutText(storable(call.upstreamId), 200)
    const id = given === '' || taken.has(given) ? `call_${newId()}` : given
    taken.add(id)
    return id
  })
}

const nextRound = (live: LiveRun): number => (live.calls.at(-1)?.round ?? -1) + 1

const getSteps = (live: LiveRun, { provider }: AnswerJob) =>
  live.steps.filter((step) => step.provider === provider.id)

const atOnceMax = 8

/**
 * Runs the allowed tool calls of a round (one response of the model), without waiting for decisions
 * about the other calls.
 */
async function runAllowed(live: LiveRun, job: AnswerJob, tools: AnswerTools): Promise<void> {
  const due = live.calls.filter(({ status }) => status === 'running')
  if (due.length === 0 || live.signal.aborted) return
  const inTurn = pLimit(atOnceMax)
  // Tools that number their sources run one at a time, so that each source gets its own number.
  const oneByOne = pLimit(1)
  await Promise.all(
    due.map((call) => {
      const lane = job.tools.find(call.name)?.cites ? oneByOne : inTurn
      return lane(() => runOne(live, { call, job, tools }))
    }),
  )
}

type DueCall = { call: CalledTool; job: AnswerJob; tools: AnswerTools }

async function runOne(live: LiveRun, { call: due, job, tools }: DueCall): Promise<void> {
  if (live.signal.aborted) return
  const before = live.run.sources ?? []
  const { call, sources, pictures } = await job.tools.run(due, {
    signal: live.signal,
    sourceCount: before.length,
    conversationId: live.conversation.id,
    canSee: job.canSee,
    pictures: tools.chatPictures ?? (() => Promise.resolve([])),
    models: async () => [
      ...((await tools.chatModels?.()) ?? []),
      ...live.calls.flatMap(({ assetIds = [] }) => assetIds),
    ],
    onProgress: createProgressReporter(live, due),
    ask: live.unattended
      ? undefined
      : (question) => askPerson(live, due, { question, keepCalls: tools.keepCalls }),
  })
  if (live.signal.aborted) return
  if (sources.length > 0) live.note({ sources: storableSources([...before, ...sources]) })
  const kept = pictures.length > 0 ? await tools.keepShown?.(pictures) : undefined
  const problems = kept?.problems.map((problem) => `A picture could not be shown: ${problem}`) ?? []
  const done = {
    ...call,
    ...(call.result !== undefined && {
      result: storable([call.result, ...problems].join('\n\n')),
    }),
    ...(kept && { pictureIds: kept.ids }),
  }
  if (live.signal.aborted) return
  await tools.keepCalls([done])
  live.setCalls([done])
}

const sourcesMax = 100

const storableSources = (sources: readonly Source[]): Source[] =>
  sources.slice(0, sourcesMax).map((source) => ({
    ...source,
    title: storable(source.title),
    quote: storable(source.quote),
  }))

/** Returns whether no call waits for a decision. */
export const isDecided = (live: LiveRun): boolean =>
  live.calls.every((call) => isOver(call) || call.status === 'running')

const tooManyRounds: Failure = {
  code: 'provider_failed',
  message: `The model called tools ${roundsMax} times and was stopped. Ask again, or turn tools off.`,
}

const emptyAnswers: Record<AnswerEnd, string> = {
  usual: 'The model returned an empty answer. Try again or use another model.',
  length: 'The model reached its length limit before it began to answer.',
  filter: 'The service’s content filter blocked this answer.',
  error: 'The service reported an error instead of an answer. Try again or use another model.',
  unknown: 'The model returned an empty answer. Try again or use another model.',
}

const noAnswer = (finishReason: string | undefined): Failure => ({
  code: 'provider_failed',
  message: emptyAnswers[toAnswerEnd(finishReason)],
})
