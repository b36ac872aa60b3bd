import type { Run } from '#contract/chat/chat.ts'
import type { LeftOut } from '#contract/chat/left-out.ts'
import { cutText } from '#lib/cut-text.ts'
import { isRecord } from '#lib/fields.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { ChatDelta, ChatRequestMessage } from '../../../ports/chat-provider.ts'
import { storable } from '../../../store/storable.ts'
import { sumUsage } from '../../completions/model-facts.ts'
import { usageDetails } from '../../completions/usage-details.ts'
import { readCostUsd, toUsage } from '../../completions/usage.ts'
import type { AnswerJob } from '../answer-job.ts'
import { createKeeper, type KeptStep } from './kept-step.ts'
import { createJoiner } from './join-continuation.ts'
import type { LiveRun } from '../live/live-run.ts'
import { ThoughtSorter, endsInCode, type Sorted } from '../../completions/thought-tags.ts'
import { noteCitations } from './note-citations.ts'
import { EndTokenFilter } from './end-tokens.ts'
import { HiddenMarkFilter } from './hidden-marks.ts'
import { toOfferedTools, type OfferedTools } from './offered-tools.ts'
import { TextCallSorter } from './text-calls.ts'
import { ToolCallParts, type AskedCall } from './tool-call-parts.ts'

const answerBytesMax = 2 * 1024 * 1024

type Step = {
  messages: ChatRequestMessage[]
  /** Text of an interrupted answer that the model continues. Otherwise empty. */
  goesOnAfter: string
  onWords: () => void
}

/**
 * Sends one request to the model and appends the text to `live` as it arrives.
 * @returns the requested tool calls, and the fields that the service expects back.
 * @throws the errors of `streamChat`, and {HttpError} `too_large`.
 */
export async function readStep(
  live: LiveRun,
  { provider, model, fields, tools }: AnswerJob,
  { messages, goesOnAfter, onWords }: Step,
): Promise<{ asks: AskedCall[]; kept?: Pick<KeptStep, 'message' | 'calls'> | undefined }> {
  const { offered } = tools
  const offeredTools = toOfferedTools(offered)
  const parts = new ToolCallParts(offeredTools)
  const keeper = createKeeper(provider.handsBack ?? [])
  const noteFacts = factsInto(live)
  const splitReasoning = createReasoningSplitter()
  const withoutClosingTag = createClosingTagFilter()
  const writer = createStepWriter(live, { offered: offeredTools, goesOnAfter, onWords })
  let hasText = false
  let hasReasoning = false
  const request = { ...fields, model, messages, ...(offered.length > 0 && { tools: offered }) }
  await provider.streamChat(request, live.signal, (delta) => {
    if (live.signal.aborted) return undefined
    noteFacts(delta)
    keeper.add(delta)
    if (delta.toolCalls) writer.releaseCalls()
    for (const part of delta.toolCalls ?? []) parts.add(part)
    // The deprecated field for tool calls. An answer contains at most one such call.
    const called = delta.extra?.['function_call']
    if (isRecord(called)) parts.add({ index: 0, function: called })
    const [reasoning, answer] = splitReasoning(delta.reasoning ?? '')
    if (reasoning) {
      writer.addReasoning(withoutTags(reasoning, !hasReasoning))
      hasReasoning = true
    }
    const given = (answer || undefined) ?? delta.text ?? refusalIn(delta, hasText)
    const said = hasReasoning && !hasText ? withoutClosingTag(given ?? '') : given
    if (said) {
      hasText = true
      writer.addText(said)
    }
    noteCitations(live, delta)
    const links = live.pictures.take(delta)
    if (links) writer.addText(links)
    if (live.sizeBytes > answerBytesMax) throw tooLong()
    return undefined
  })
  if (live.signal.aborted) return { asks: [] }
  for (const call of writer.finish()) parts.add({ function: call })
  const asks = parts.all()
  return { asks, kept: keeper.end(asks) }
}

type WriterOptions = Pick<Step, 'goesOnAfter' | 'onWords'> & { offered: OfferedTools }

function createStepWriter(live: LiveRun, { offered, goesOnAfter, onWords }: WriterOptions) {
  const joiner = goesOnAfter === '' ? undefined : createJoiner(goesOnAfter)
  const startParagraph = paragraphsIn(live)
  const append = (words: { reasoning?: string; text?: string }) => {
    if (!words.text && !words.reasoning) return
    live.append(words)
    onWords()
  }
  const isInCode = (more: string) => endsInCode(live.text.toString() + more)
  const thoughts = new ThoughtSorter({ mayLackOpening: live.text.length === 0, isInCode })
  const textCalls = new TextCallSorter({ offered, isInCode })
  // Some models write tool calls within their reasoning. If a text follows, the reasoning only
  // mentions the tool calls.
  const thoughtCalls = new TextCallSorter({ offered, isInCode: () => false })
  const hiddenMarks = new HiddenMarkFilter()
  const endTokens = new EndTokenFilter()
  const writeThought = (reasoning: string) => {
    if (reasoning) append(startParagraph({ reasoning }))
  }
  const write = (given: string) => {
    if (given.trim() !== '') writeThought(thoughtCalls.standBack())
    const text = joiner && given ? joiner.push(given) : given
    if (text) append(startParagraph({ text }))
  }
  const show = (given: string) => write(given && endTokens.push(hiddenMarks.push(given)))
  const take = ({ reasoning, text: said, wasThought }: Sorted) => {
    if (wasThought) {
      live.append({ text: reasoning ?? '' })
      live.moveTextToReasoning()
      onWords()
    } else if (reasoning) writeThought(thoughtCalls.push(reasoning))
    if (said) show(textCalls.push(said))
  }
  return {
    addText: (text: string) => take(thoughts.push(text)),
    addReasoning(reasoning: string) {
      take(thoughts.standBack())
      writeThought(thoughtCalls.push(reasoning))
    },
    /**
     * Shows the buffered text, unless the text contains tool calls that this service sends in a
     * separate field.
     */
    releaseCalls() {
      writeThought(thoughtCalls.standBack({ areRepeated: true }))
      show(textCalls.standBack({ areRepeated: true }))
    },
    finish() {
      take(thoughts.finish())
      const written = textCalls.finish()
      show(written.text)
      write(endTokens.push(hiddenMarks.finish()) + endTokens.finish())
      const thought = thoughtCalls.finish()
      writeThought(thought.text)
      if (joiner) append({ text: joiner.finish() })
      return [...thought.calls, ...written.calls]
    },
  }
}

const withoutTags = (piece: string, isFirst: boolean): string =>
  (isFirst ? piece.replace(/^\s{0,5}<think>\s{0,5}/, '') : piece).replace(
    /\s{0,5}<\/think>\s{0,5}$/,
    '',
  )

const closingTags = ['</think>', '</thinking>', '</thought>']

/**
 * Returns a function that removes a closing reasoning tag at the beginning of the text, which some
 * servers leave there.
 */
function createClosingTagFilter() {
  let held = ''
  return (piece: string): string => {
    held += piece
    const start = held.trimStart()
    const tag = closingTags.find((one) => start.startsWith(one))
    if (tag === undefined && closingTags.some((one) => one.startsWith(start))) return ''
    const text = tag === undefined ? held : start.slice(tag.length).trimStart()
    held = ''
    return text
  }
}

/**
 * Returns a function that finds the answer in the reasoning field. Some servers put all of the
 * model's output there, with the closing tag alone on a line.
 */
function createReasoningSplitter() {
  let hasEnded = false
  return (piece: string): readonly [reasoning: string, answer: string] => {
    if (hasEnded) return ['', piece]
    const [, before, after] = /^((?:[^]*\n)?)[ \t]*<\/think>\s*([^]*)$/.exec(piece) ?? []
    if (before === undefined) return [piece, '']
    hasEnded = true
    return [before.trimEnd(), after ?? '']
  }
}

function refusalIn({ extra, finishReason }: ChatDelta, hasText: boolean): string | undefined {
  const refusal = extra?.['refusal']
  // Anthropic sends an explanation when a model refuses in the middle of an answer. Earlier text
  // stays the answer.
  const isReason = typeof refusal === 'string' && (finishReason === undefined || !hasText)
  return isReason ? refusal : undefined
}

function factsInto(live: LiveRun): (delta: ChatDelta) => void {
  const before = live.run
  const position = live.requestUsages.length
  let firstMs: number | undefined
  let firstReasoningMs: number | undefined
  return ({ text, reasoning, usage: told, finishReason, leftOut }) => {
    const news: Partial<Run> = {}
    if (leftOut) news.leftOut = joinLeftOut(before.leftOut, leftOut)
    if (finishReason) news.finishReason = cutText(storable(finishReason), 100)
    const counted = told && toUsage(told)
    if (counted) {
      const usage = { ...counted, ...usageDetails(told) }
      live.requestUsages[position] = usage
      Object.assign(news, { usage: sumUsage(before.usage, usage) })
    }
    const costUsd = told ? readCostUsd(told) : 0
    if (costUsd > 0) {
      news.cost = { amount: (before.cost?.amount ?? 0) + costUsd, currency: 'USD' }
    }
    if (text || reasoning) {
      const nowMs = performance.now()
      firstMs ??= nowMs
      if (live.run.firstTokenMs === undefined) {
        news.firstTokenMs = Math.max(0, Date.now() - Date.parse(live.run.startedAt))
      }
      if (reasoning) firstReasoningMs ??= nowMs
      if (text && firstReasoningMs !== undefined && live.run.reasoningMs === undefined) {
        news.reasoningMs = Math.round(nowMs - firstReasoningMs)
      }
      news.writingMs = Math.round((before.writingMs ?? 0) + nowMs - firstMs)
    }
    live.note(news)
  }
}

const joinLeftOut = (before: readonly LeftOut[] = [], more: readonly LeftOut[]): LeftOut[] => [
  ...before.filter(({ field }) => !more.some((one) => one.field === field)),
  ...more.map(({ field, sent }) => ({
    field: cutText(storable(field), 60),
    ...(sent !== undefined && { sent: cutText(storable(sent), 60) }),
  })),
]

type Words = { reasoning?: string; text?: string }

/**
 * Returns a function that starts a new paragraph before the reasoning of a later step, and before
 * text after a tool call.
 */
function paragraphsIn(live: LiveRun): (words: Words) => Words {
  const reasoningBefore = live.reasoning.length
  const textBefore = live.text.length
  const followsCall = textBefore > 0 && live.calls.at(-1)?.at.text === textBefore
  return ({ reasoning, text }) => {
    const isReasoningNew = reasoningBefore > 0 && live.reasoning.length === reasoningBefore
    const isTextNew = followsCall && live.text.length === textBefore
    return {
      ...(reasoning && { reasoning: isReasoningNew ? `\n\n${reasoning}` : reasoning }),
      ...(text && { text: isTextNew ? `\n\n${text.trimStart()}` : text }),
    }
  }
}

const tooLong = (): HttpError =>
  new HttpError(
    'too_large',
    `The answer grew beyond ${answerBytesMax / 1024 / 1024} MB and was stopped.`,
  )
