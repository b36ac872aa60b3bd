import type { ChatPrice } from '#contract/models.ts'
import { tokensInBytes } from '#lib/token-estimate.ts'
import { ownValue } from '#lib/own-value.ts'
import { createYield } from '../../process/yield-loop.ts'
import { costUsdOf } from './usage.ts'

/**
 * US dollars for a million tokens where nobody says: above what nearly every model asks, so that a
 * limit in money holds with services that name no price.
 */
export const unknownPrice: ChatPrice = { currency: 'USD', prompt: 20, completion: 100 }

/**
 * US dollars for one unit of the currency, rather too high than too low: a limit in money must hold although
 * the rate changes.
 */
const usdRates: Readonly<Record<string, number>> = { USD: 1, CNY: 0.15, EUR: 1.25 }

/** The price in US dollars; nothing for a missing one, or a currency without a rate. */
function toUsdPrice(
  price: ChatPrice | undefined,
): Pick<ChatPrice, 'prompt' | 'completion'> | undefined {
  const rate = price && ownValue(usdRates, price.currency)
  return rate === undefined || !price
    ? undefined
    : { prompt: price.prompt * rate, completion: price.completion * rate }
}

/** Whether `unknownPrice` is used. */
export const isPriceUnknown = (price: ChatPrice | undefined): boolean =>
  toUsdPrice(price) === undefined

/** Tokens that are set aside for an answer whose request names no limit. */
const answerTokensDefault = 4_096
const answerTokensMax = 1_000_000
/** What a picture or another file in a request takes, whatever its size; longer runs are no words. */
const attachmentTokens = 3_000
const estimatedAtOnce = 256 * 1024
const attachmentBytesMin = 2_000
/** What encoded files are written with: letters, digits, and these. */
const attachmentSigns = new Uint8Array(256)
for (let sign = 0; sign < 128; sign++) {
  if (/[\w+/=-]/.test(String.fromCharCode(sign))) attachmentSigns[sign] = 1
}

/** How many tokens `text` has, rather too many than too few. */
export const estimateTokens = (text: string): number => tokensInBytes(Buffer.byteLength(text))

/**
 * How many tokens a request's JSON has; what is encoded in it counts as pictures do.
 *
 * @param pieces the JSON in UTF-8, parted anywhere.
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

/** What to set aside, in US dollars, before a request is sent. */
export function reservationOf(
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
  return usdOf({ promptTokens, completionTokens }, price)
}

export type AnswerFigures = {
  /** The service's own `usage`, as far as it came. */
  usage: Record<string, unknown> | undefined
  /** Whether the answer came to its end. */
  isWhole: boolean
  /** Estimates, for what the service does not say. */
  promptTokens: number
  answerTokens: number
  price?: ChatPrice
}

/**
 * What an answer cost, in US dollars: what the service says, else its tokens by the model's price, or
 * by `unknownPrice`. An answer that broke off costs at least what had come of it: hanging up before the
 * service tells its count is no way around a limit.
 */
export function answerUsd(figures: AnswerFigures): number {
  const { usage, isWhole, price } = figures
  const told = costUsdOf(usage)
  const known = told > 0 ? told : usage ? usdOf(tokensOf(usage), price) : 0
  if (isWhole && known > 0) return known
  const { promptTokens, answerTokens: completionTokens } = figures
  return Math.max(known, usdOf({ promptTokens, completionTokens }, price))
}

type Tokens = { promptTokens: number; completionTokens: number }

const usdOf = ({ promptTokens, completionTokens }: Tokens, price?: ChatPrice): number => {
  const { prompt, completion } = toUsdPrice(price) ?? unknownPrice
  return (promptTokens * prompt + completionTokens * completion) / 1_000_000
}

/** Whichever names the service uses. Anthropic counts what it had cached besides. */
function tokensOf(usage: Record<string, unknown>): Tokens {
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
