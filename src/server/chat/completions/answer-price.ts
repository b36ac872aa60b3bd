import type { Money, Usage } from '#contract/chat/chat.ts'
import type { ChatPrice } from '#contract/models.ts'
import { tokensInBytes } from '#lib/token-estimate.ts'
import { ownValue } from '#lib/own-value.ts'
import { toUsd } from '#lib/usd-rates.ts'
import { createYield } from '../../process/yield-loop.ts'
import { getApplyingPrice } from './applying-price.ts'
import { computeCost } from './model-facts.ts'
import { readCostUsd } from './usage.ts'

/**
 * Assumed price in US dollars per million tokens if the service reports no price. Nearly every
 * model costs less, so limits in dollars hold.
 */
export const unknownPrice: ChatPrice = { currency: 'USD', prompt: 20, completion: 100 }

function toUsdPrice(
  listed: ChatPrice | undefined,
  promptTokens: number,
): Pick<ChatPrice, 'prompt' | 'completion'> | undefined {
  const rate = listed && toUsd({ amount: 1, currency: listed.currency })
  if (rate === undefined || !listed) return undefined
  const { prompt, completion } = getApplyingPrice(listed, promptTokens)
  return { prompt: prompt * rate, completion: completion * rate }
}

/**
 * Returns the cost of an answer in US dollars, at `unknownPrice` if the cost is missing or its
 * currency has no rate. Returns `undefined` if the usage is missing, too.
 */
export function toCostUsd({
  cost,
  usage,
}: {
  cost: Money | null | undefined
  usage: Usage | null | undefined
}): number | undefined {
  const usd = cost ? toUsd(cost) : undefined
  return usd ?? (usage ? computeCost(usage, unknownPrice)?.amount : undefined)
}

export const isPriceUnknown = (price: ChatPrice | undefined): boolean =>
  toUsdPrice(price, 0) === undefined

/** Tokens that are reserved for the answer if the request sets no limit. */
const answerTokensDefault = 4_096
const answerTokensMax = 1_000_000
/** Assumed tokens of a picture or another file of any size. */
const attachmentTokens = 3_000
const estimatedAtOnce = 256 * 1024
const attachmentBytesMin = 2_000
const attachmentSigns = new Uint8Array(256)
for (let sign = 0; sign < 128; sign++) {
  if (/[\w+/=-]/.test(String.fromCharCode(sign))) attachmentSigns[sign] = 1
}

export const estimateTokens = (text: string): number => tokensInBytes(Buffer.byteLength(text))

/**
 * Estimates the tokens of a request's JSON. Each encoded file counts as `attachmentTokens`.
 * @param pieces the JSON in UTF-8, split anywhere.
 */
export async function estimatePromptTokens(pieces: readonly Uint8Array[]): Promise<number> {
  const yieldLoop = createYield()
  let attachments = 0
  let wordBytes = 0
  let run = 0
  for (const whole of pieces) {
    for (let from = 0; from < whole.length; from += estimatedAtOnce) {
      for (const byte of whole.subarray(from, from + estimatedAtOnce)) {
        if (attachmentSigns[byte] === 1) {
          run++
          continue
        }
        if (run >= attachmentBytesMin) attachments++
        else wordBytes += run
        run = 0
        wordBytes++
      }
      await yieldLoop()
    }
  }
  if (run >= attachmentBytesMin) attachments++
  else wordBytes += run
  return tokensInBytes(wordBytes) + attachments * attachmentTokens
}

export function estimateReservation(
  request: Record<string, unknown>,
  { promptTokens, hasWords, price }: { promptTokens: number; hasWords: boolean; price?: ChatPrice },
): number {
  const asked = ['max_completion_tokens', 'max_output_tokens', 'max_tokens']
    .map((name) => ownValue(request, name))
    .find((value): value is number => typeof value === 'number' && value > 0)
  const times = Math.max(asCount(request['n']), asCount(request['best_of']), 1)
  const completionTokens = hasWords
    ? Math.min(times * (asked ?? answerTokensDefault), answerTokensMax)
    : 0
  return computeUsd({ promptTokens, completionTokens }, price)
}

export type AnswerFigures = {
  /** Token counts that the service reported. Absent if they have not arrived. */
  usage: Record<string, unknown> | undefined
  isWhole: boolean
  promptTokens: number
  answerTokens: number
  price?: ChatPrice
}

/**
 * Returns the cost of an answer in US dollars. An interrupted answer costs at least its received
 * tokens. Otherwise a client could bypass limits by disconnecting before the usage arrives.
 */
export function answerUsd(figures: AnswerFigures): number {
  const { usage, isWhole, price } = figures
  const told = readCostUsd(usage)
  const known = told > 0 ? told : usage ? computeUsd(getTokens(usage), price) : 0
  if (isWhole && known > 0) return known
  const { promptTokens, answerTokens: completionTokens } = figures
  return Math.max(known, computeUsd({ promptTokens, completionTokens }, price))
}

type Tokens = { promptTokens: number; completionTokens: number }

const computeUsd = ({ promptTokens, completionTokens }: Tokens, price?: ChatPrice): number => {
  const { prompt, completion } = toUsdPrice(price, promptTokens) ?? unknownPrice
  return (promptTokens * prompt + completionTokens * completion) / 1_000_000
}

/** Services name token counts differently. Anthropic counts cached tokens separately. */
function getTokens(usage: Record<string, unknown>): Tokens {
  const count = (...names: string[]) =>
    Math.max(0, ...names.map((name) => asCount(ownValue(usage, name))))
  const completionTokens = count('completion_tokens', 'output_tokens')
  const promptTokens =
    count('prompt_tokens', 'input_tokens') +
    count('cache_creation_input_tokens') +
    count('cache_read_input_tokens')
  const total = count('total_tokens')
  return { promptTokens: Math.max(promptTokens, total - completionTokens), completionTokens }
}

const asCount = (value: unknown): number => {
  const count = Number(value)
  return Number.isFinite(count) && count > 0 ? count : 0
}
