import { createYield } from '../process/yield-loop.ts'
import { createJsonMeter, usualJsonLimits, type JsonLimits } from './json-limits.ts'
import { parseInThread } from './parse-thread.ts'

/**
 * Size of a body that is measured and parsed within a few milliseconds. Larger ones go to a thread.
 */
const pieceBytes = 256 * 1024
/**
 * Length of a text up to which limits are not checked: it is too short to be deep or large. Most
 * pieces of a stream are shorter.
 */
const harmlessLength = 1_024

/**
 * Limits for responses of services, which may describe hundreds of models. They are parsed in this
 * thread, because copying the values from another one would take longer.
 */
const answerLimits: JsonLimits = {
  depthMax: 64,
  valuesMax: 100_000,
  entriesMax: 20_000,
  nameBytesMax: 1024 * 1024,
  bareBytesMax: 1024 * 1024,
}

/**
 * Parses JSON from a service.
 * @throws {JsonLimitError} and `SyntaxError` as `parseJson` does.
 */
export function parseAnswer(text: string): unknown {
  if (text.length > harmlessLength) createJsonMeter(answerLimits)(Buffer.from(text))
  return JSON.parse(text)
}

/** Parses JSON that a service has sent like `parseAnswer`, but returns `undefined` if it is invalid. */
export function tryParseAnswer(text: string): unknown {
  try {
    return parseAnswer(text)
  } catch {
    return undefined
  }
}

/**
 * Parses a small body synchronously; returns nothing for a larger one. Awaiting would cost more
 * than parsing.
 * @throws {JsonLimitError} and `SyntaxError` as `parseJson` does.
 */
export function parseSmallJson(
  bytes: Uint8Array,
  limits: JsonLimits = usualJsonLimits,
): { value: unknown } | undefined {
  if (bytes.length > pieceBytes) return undefined
  createJsonMeter(limits)(bytes)
  const value: unknown = JSON.parse(utf8.decode(bytes))
  return { value }
}

const utf8 = new TextDecoder()

/**
 * Parses untrusted JSON without blocking the event loop: measures it first, and parses large bodies
 * in a thread.
 * @param bytes UTF-8, with or without a byte order mark. Large buffers may be transferred to the
 * thread and are empty afterwards, unless `isKept`.
 * @throws {JsonLimitError} beyond `limits`, and `SyntaxError` for invalid JSON.
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
