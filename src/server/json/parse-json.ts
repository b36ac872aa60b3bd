import { createYield } from '../process/yield-loop.ts'
import { createJsonMeter, usualJsonLimits, type JsonLimits } from './json-limits.ts'
import { parseInThread } from './parse-thread.ts'

/** So much is measured and parsed within a few milliseconds; more goes to a thread. */
const pieceBytes = 256 * 1024
/** Most pieces of a streamed answer are shorter, and nothing in them can be deep or many. */
const harmlessLength = 1_024

/**
 * Of what a service answers, which may describe hundreds of models. It is parsed in place: to copy so many
 * values from a thread would take longer.
 */
const answerLimits: JsonLimits = {
  depthMax: 64,
  valuesMax: 100_000,
  entriesMax: 20_000,
  nameBytesMax: 1024 * 1024,
  bareBytesMax: 1024 * 1024,
}

/**
 * JSON that a service has sent.
 *
 * @throws {JsonLimitError} and `SyntaxError` as `parseJson` does.
 */
export function parseAnswer(text: string): unknown {
  if (text.length > harmlessLength) createJsonMeter(answerLimits)(Buffer.from(text))
  return JSON.parse(text)
}

/**
 * As `parseJson`, at once, for bytes that are few enough; nothing for more of them. Waiting for what is there
 * already costs more than to parse it.
 *
 * @throws {JsonLimitError} and `SyntaxError` as `parseJson` does.
 */
export function parseSmallJson(
  bytes: Uint8Array,
  limits: JsonLimits = usualJsonLimits,
): { value: unknown } | undefined {
  if (bytes.length > pieceBytes) return undefined
  createJsonMeter(limits)(bytes)
  return { value: JSON.parse(utf8.decode(bytes)) as unknown }
}

const utf8 = new TextDecoder()

/**
 * JSON from outside, without holding up the event loop: measured first, and parsed in a thread where it
 * is large.
 *
 * @param bytes UTF-8, with or without a byte order mark. Large ones may be handed over to the thread, and
 *   are empty afterwards, unless `isKept`.
 * @throws {JsonLimitError} beyond `limits`, and `SyntaxError` for what is not JSON.
 */
export async function parseJson(
  bytes: Uint8Array,
  limits: JsonLimits = usualJsonLimits,
  { isKept = false }: { isKept?: boolean } = {},
): Promise<unknown> {
  const small = parseSmallJson(bytes, limits)
  if (small) return small.value
  const measure = createJsonMeter(limits)
  const yieldLoop = createYield()
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    measure(bytes.subarray(at, at + pieceBytes))
    await yieldLoop()
  }
  return parseInThread(isKept ? new Uint8Array(bytes) : bytes)
}
