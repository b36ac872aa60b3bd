import type { Money } from '#contract/chat/chat.ts'
import { summaryLengthMax } from '#contract/chat/summaries.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { computeCost, findPrice, modelFacts } from '../completions/model-facts.ts'
import { withoutThoughts } from '../completions/thought-tags.ts'
import { toUsage } from '../completions/usage.ts'

type FoundModel = Awaited<ReturnType<Catalogue['chat']>>

const factsWaitMs = 5_000
const waitMs = 180_000
/** Assumed size of a model's context in tokens if the size is not known. */
const usualContextTokens = 8_000
/** Fraction of the context for the text that is summarised. The rest is for the summary. */
const textFraction = 0.6
/**
 * Assumed UTF-16 units per token. The number is lower than in most texts, so that a piece never
 * exceeds the context.
 */
const unitsPerToken = 3
/** Maximum number of pieces of one conversation. Each piece needs one request. */
const piecesMax = 40

const instruction =
  'Summarise the assistant’s answers in this part of a conversation, so that the conversation can go on without them. Keep facts, numbers, names, decisions, code that is still needed, and open questions. Leave out greetings. Write in the language of the conversation. Answer with the summary alone.'

/**
 * Asks a model for a summary of a conversation. A long conversation is summarised piece by piece.
 * @param before summary of the part before `text`.
 * @throws {HttpError} the errors of the provider, `timed_out`, or `too_large`.
 */
export async function writeSummary(
  { provider, model }: FoundModel,
  { before, text, signal }: { before: string; text: string; signal: AbortSignal },
): Promise<{ text: string; cost: Money | undefined }> {
  const facts = await modelFacts(provider, model, factsWaitMs)
  const contextTokens = facts?.contextTokens ?? usualContextTokens
  const pieces = splitText(text, Math.floor(contextTokens * textFraction * unitsPerToken))
  if (pieces.length > piecesMax) {
    throw new HttpError(
      'too_large',
      'This chat is too long for this model. Choose a model with a larger context.',
    )
  }
  const price = await findPrice(provider, model, factsWaitMs)
  let summary = before
  let cost: Money | undefined
  for (const piece of pieces) {
    const known = summary === '' ? '' : `Summary of what came before:\n${summary}\n\n---\n`
    const answer = await ask({ provider, model }, `${known}${piece}\n\n---\n${instruction}`, signal)
    summary = answer.text
    const added = answer.usage && computeCost(toUsage(answer.usage), price)
    if (added) cost = { ...added, amount: added.amount + (cost?.amount ?? 0) }
  }
  return { text: summary, cost }
}

async function ask(
  { provider, model }: FoundModel,
  prompt: string,
  signal: AbortSignal,
): Promise<{ text: string; usage: Record<string, unknown> | undefined }> {
  const silence = AbortSignal.timeout(waitMs)
  let text = ''
  let usage: Record<string, unknown> | undefined
  try {
    await provider.streamChat(
      { model, messages: [{ role: 'user', content: prompt }] },
      AbortSignal.any([signal, silence]),
      (delta) => {
        if (text.length < summaryLengthMax * 2) text += delta.text ?? ''
        usage = delta.usage ?? usage
        return undefined
      },
    )
  } catch (error) {
    if (!silence.aborted || signal.aborted) throw error
    throw new HttpError('timed_out', 'The model did not write the summary in time. Try again.', {
      cause: error,
    })
  }
  const summary = withoutThoughts(text).trim().slice(0, summaryLengthMax)
  if (summary === '') {
    throw new HttpError(
      'provider_failed',
      'The model wrote no summary. Try again, or choose another model.',
    )
  }
  return { text: summary, usage }
}

function splitText(text: string, length: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += length) pieces.push(text.slice(at, at + length))
  return pieces
}
