import type { Source } from '#contract/chat.ts'
import type { Failure } from '#contract/errors.ts'
import { newId } from '#lib/id.ts'
import { cutText } from '#lib/cut-text.ts'
import type { AnswerJob } from './answer-job.ts'
import { storable } from '../../store/storable.ts'
import { isOver, type CalledTool } from '../tools/called-tool.ts'
import { serializeAnswer } from './history.ts'
import type { LiveRun } from './live-run.ts'
import { readStep } from './read-step.ts'
import type { AskedCall } from './tool-call-parts.ts'
import type { Toolbox } from '../tools/tools.ts'

/** Times that a model may call tools for one answer. */
const roundsMax = 12

const goOn =
  'Your last message was cut off. Continue it exactly where it stops, in the middle of a word if need be. Repeat nothing of it, and do not say that you continue.'

export type AnswerTools = {
  toolbox: Toolbox
  /** There are new words. */
  onWords: () => void
  /** Called with each change of calls, before followers hear of it. */
  keepCalls: (calls: readonly CalledTool[]) => Promise<void>
}

/** How writing ended for now. */
export type AnswerOutcome =
  | { status: 'completed' }
  | { status: 'failed'; failure: Failure }
  /** A person has to decide about a call. */
  | { status: 'waiting' }

/**
 * Writes an answer into `live`: asks the model, runs the tools that it calls and asks again, until it
 * calls none or one needs a person's leave. Calls that were allowed meanwhile are run first.
 *
 * @throws what `readStep` throws; the words until then are in `live`.
 */
export async function writeAnswer(
  live: LiveRun,
  job: AnswerJob,
  tools: AnswerTools,
): Promise<AnswerOutcome> {
  const { toolbox, keepCalls } = tools
  const textAtStart = live.text.toString()
  let isContinuation = job.isContinuation && textAtStart !== ''
  await runAllowed(live, tools)
  for (let asked = 0; asked < roundsMax; asked++) {
    const said = { text: live.text.toString(), calls: live.calls, steps: stepsOf(live, job) }
    const messages = [...job.history, ...serializeAnswer(said)]
    if (isContinuation) messages.push({ role: 'user', content: goOn })
    const { asks, kept } = await readStep(live, job, {
      messages,
      goesOnAfter: isContinuation ? textAtStart : '',
      onWords: tools.onWords,
    })
    // Of a step that goes on with another one's words, what is kept would stand in front of those.
    if (kept && !isContinuation) {
      live.addStep({ ...kept, round: nextRound(live), provider: job.provider.id })
    }
    isContinuation = false
    if (asks.length === 0) {
      if (live.text.length > 0 || live.pictures.count > 0) return { status: 'completed' }
      return { status: 'failed', failure: noAnswer(live.run.finishReason) }
    }
    const calls = toCalls(live, asks, (name) =>
      job.allowed.has(name) || !toolbox.has(name) ? 'running' : 'asking',
    )
    await keepCalls(calls)
    live.setCalls(calls)
    await runAllowed(live, tools)
    if (live.calls.some(({ status }) => status === 'asking')) return { status: 'waiting' }
    if (live.signal.aborted) return { status: 'completed' }
  }
  return { status: 'failed', failure: tooManyRounds }
}

const toCalls = (
  live: LiveRun,
  asked: readonly AskedCall[],
  statusOf: (name: string) => 'running' | 'asking',
): CalledTool[] => {
  const round = nextRound(live)
  const at = { text: live.text.length, reasoning: live.reasoning.length }
  return asked.map((call, position) => ({
    index: live.calls.length + position,
    round,
    upstreamId: cutText(storable(call.upstreamId), 200) || `call_${newId()}`,
    name: storable(call.name),
    arguments: storable(call.arguments),
    status: statusOf(call.name),
    at,
  }))
}

const nextRound = (live: LiveRun): number => (live.calls.at(-1)?.round ?? -1) + 1

const stepsOf = (live: LiveRun, { provider }: AnswerJob) =>
  live.steps.filter((step) => step.provider === provider.id)

/** Runs what may run. While a person is asked about others of the same round, nothing waits for them. */
async function runAllowed(live: LiveRun, { toolbox, keepCalls }: AnswerTools): Promise<void> {
  const due = live.calls.filter(({ status }) => status === 'running')
  if (due.length === 0 || live.signal.aborted) return
  const done: CalledTool[] = []
  // One after the other: their sources are numbered through.
  for (const one of due) {
    const before = live.run.sources ?? []
    const { call, sources } = await toolbox.run(one, {
      signal: live.signal,
      sourceCount: before.length,
    })
    if (live.signal.aborted) return
    if (sources.length > 0) live.note({ sources: storableSources([...before, ...sources]) })
    done.push(call.result === undefined ? call : { ...call, result: storable(call.result) })
  }
  await keepCalls(done)
  live.setCalls(done)
}

/** An answer with more would be read by nobody. */
const sourcesMax = 100

const storableSources = (sources: readonly Source[]): Source[] =>
  sources.slice(0, sourcesMax).map((source) => ({
    ...source,
    title: storable(source.title),
    quote: storable(source.quote),
  }))

/** Whether nobody has to decide anything any more. */
export const isDecided = (live: LiveRun): boolean =>
  live.calls.every((call) => isOver(call) || call.status === 'running')

const tooManyRounds: Failure = {
  code: 'provider_failed',
  message: `The model called tools ${roundsMax} times and was stopped. Ask again, or turn tools off.`,
}

function noAnswer(finishReason: string | undefined): Failure {
  const because =
    finishReason === 'content_filter'
      ? 'The service’s content filter blocked this answer.'
      : finishReason === 'length'
        ? 'The model reached its length limit before it began to answer.'
        : 'The model returned an empty answer. Try again or use another model.'
  return { code: 'provider_failed', message: because }
}
