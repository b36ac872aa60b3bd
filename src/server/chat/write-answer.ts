import type { Run } from '#contract/chat.ts'
import type { Failure } from '#contract/errors.ts'
import { newId } from '#lib/id.ts'
import { cutText } from '#lib/cut-text.ts'
import type { ChatProvider, ChatRequestMessage } from '../providers/chat-provider.ts'
import { storable } from '../store/storable.ts'
import { isOver, type CalledTool } from './called-tool.ts'
import { sayAnswer } from './history.ts'
import { createJoiner } from './join-continuation.ts'
import type { LiveRun } from './live-run.ts'
import { addUsage } from './model-facts.ts'
import { ToolCallParts, type AskedCall } from './tool-call-parts.ts'
import type { Toolbox } from './tools/tools.ts'
import { usageDetails } from './usage-details.ts'
import { costUsdOf, toUsage } from './usage.ts'

const answerBytesMax = 4 * 1024 * 1024
/** Times that a model may call tools for one answer. */
const roundsMax = 12

const goOn =
  'Your last message was cut off. Continue it exactly where it stops, in the middle of a word if need be. Repeat nothing of it, and do not say that you continue.'

/** What an answer is made from. */
export type AnswerJob = {
  provider: ChatProvider
  /** The provider's own name of the model. */
  model: string
  /** From the first message up to the question. */
  history: ChatRequestMessage[]
  /** Sampling and the like. */
  fields: Record<string, unknown>
  /** As services want them; empty: none are offered. */
  offered: object[]
  /** Names of tools that run without asking. */
  allowed: ReadonlySet<string>
  /** The answer has words already, and was cut off. */
  isContinuation: boolean
}

export type AnswerTools = {
  toolbox: Toolbox
  /** There are new words. */
  onWords: () => void
  /** Called with each change of calls, before followers hear of it. */
  keepCalls: (calls: readonly CalledTool[]) => Promise<void>
}

/** How writing came to a halt. */
export type Halt =
  | { status: 'completed' }
  | { status: 'failed'; failure: Failure }
  /** A person has to decide about a call. */
  | { status: 'waiting' }

/**
 * Writes an answer into `live`: asks the model, runs the tools that it calls and asks again, until it
 * calls none or one needs a person's leave. Calls that were allowed meanwhile are run first.
 *
 * @throws what `streamChat` throws; the words until then are in `live`.
 */
export async function writeAnswer(
  live: LiveRun,
  job: AnswerJob,
  tools: AnswerTools,
): Promise<Halt> {
  const { toolbox, keepCalls } = tools
  const textAtStart = live.text.toString()
  let isContinuation = job.isContinuation && textAtStart !== ''
  await runAllowed(live, tools)
  for (let asked = 0; asked < roundsMax; asked++) {
    const messages = [...job.history, ...sayAnswer(live.text.toString(), live.calls)]
    if (isContinuation) messages.push({ role: 'user', content: goOn })
    const step = await readStep(live, job, messages, isContinuation ? textAtStart : '', tools)
    if (step.failure) return { status: 'failed', failure: step.failure }
    isContinuation = false
    if (step.calls.length === 0) {
      if (live.text.length > 0) return { status: 'completed' }
      return { status: 'failed', failure: noAnswer(live.run.finishReason) }
    }
    const calls = toCalls(live, step.calls, (name) =>
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

/** One question to the model: its words go into `live`, its calls come back. */
async function readStep(
  live: LiveRun,
  { provider, model, fields, offered }: AnswerJob,
  messages: ChatRequestMessage[],
  goesOnAfter: string,
  { onWords }: AnswerTools,
): Promise<{ calls: AskedCall[]; failure?: Failure }> {
  const before = live.run
  const parts = new ToolCallParts()
  const joiner = createJoiner(goesOnAfter)
  const reasoningBefore = live.reasoning.length
  const hasToPart = reasoningBefore > 0
  const textBefore = live.text.length
  // What follows a call is a paragraph of its own.
  const hasToPartText = textBefore > 0 && live.calls.at(-1)?.at.text === textBefore
  let firstMs: number | undefined
  const append = (delta: { reasoning?: string; text?: string }) => {
    if (!delta.text && !delta.reasoning) return
    live.append(delta)
    onWords()
  }
  const request = {
    ...fields,
    model,
    messages,
    ...(offered.length > 0 && { tools: offered }),
  }
  for await (const delta of provider.streamChat(request, live.signal)) {
    if (live.signal.aborted) return { calls: [] }
    const counted = delta.usage && toUsage(delta.usage)
    const usage = counted && { ...counted, ...usageDetails(delta.usage ?? {}) }
    const costUsd = costUsdOf(delta.usage)
    const news: Partial<Run> = {
      ...(delta.finishReason && { finishReason: cutText(storable(delta.finishReason), 100) }),
    }
    if (usage) Object.assign(news, { usage: addUsage(before.usage, usage) })
    if (costUsd > 0) {
      news.cost = { amount: (before.cost?.amount ?? 0) + costUsd, currency: 'USD' }
    }
    for (const part of delta.toolCalls ?? []) parts.add(part)
    if (delta.text || delta.reasoning) {
      const nowMs = performance.now()
      firstMs ??= nowMs
      if (live.run.firstTokenMs === undefined) {
        news.firstTokenMs = Math.max(0, Date.now() - Date.parse(live.run.startedAt))
      }
      news.writingMs = Math.round((before.writingMs ?? 0) + nowMs - firstMs)
    }
    live.note(news)
    const parting = hasToPart && delta.reasoning && live.reasoning.length === reasoningBefore
    const words = delta.text && joiner.push(delta.text)
    const partingText = hasToPartText && words && live.text.length === textBefore
    append({
      ...(delta.reasoning && { reasoning: parting ? `\n\n${delta.reasoning}` : delta.reasoning }),
      ...(words && { text: partingText ? `\n\n${words.trimStart()}` : words }),
    })
    if (live.sizeBytes > answerBytesMax) return { calls: [], failure: tooLong }
  }
  append({ text: joiner.finish() })
  return { calls: parts.all() }
}

const toCalls = (
  live: LiveRun,
  asked: readonly AskedCall[],
  statusOf: (name: string) => 'running' | 'asking',
): CalledTool[] => {
  const round = (live.calls.at(-1)?.round ?? -1) + 1
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

/** Runs what may run. While a person is asked about others of the same round, nothing waits for them. */
async function runAllowed(live: LiveRun, { toolbox, keepCalls }: AnswerTools): Promise<void> {
  const due = live.calls.filter(({ status }) => status === 'running')
  if (due.length === 0 || live.signal.aborted) return
  const done = due.map((call) => toolbox.run(call))
  await keepCalls(done)
  live.setCalls(done)
}

/** Whether nobody has to decide anything any more. */
export const isDecided = (live: LiveRun): boolean =>
  live.calls.every((call) => isOver(call) || call.status === 'running')

const tooLong: Failure = {
  code: 'too_large',
  message: `The answer grew beyond ${answerBytesMax / 1024 / 1024} MB and was stopped.`,
}

const tooManyRounds: Failure = {
  code: 'provider_failed',
  message: `The model called tools ${roundsMax} times and was stopped. Ask again, or without tools.`,
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
