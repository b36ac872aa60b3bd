import { createYield } from '../process/yield-loop.ts'
import { createJsonMeter, usualJsonLimits, type JsonLimits } from './json-limits.ts'
import { parseInThread } from './parse-thread.ts'

/**
 * Maximum size of a body that is parsed in this thread, in bytes. Larger bodies are parsed in
 * another thread.
 */
const pieceBytes = 256 * 1024
/**
 * Length in characters below which the limits of JSON are not checked. Most chunks of a stream are
 * shorter.
 */
const harmlessLength = 1_024

/**
 * Limits for responses of services, which may describe hundreds of models. They are parsed in this
 * thread, because copying the values from another thread would take longer.
 */
const answerLimits: JsonLimits = {
  depthMax: 64,
  valuesMax: 100_000,
  entriesMax: 20_000,
  nameBytesMax: 1024 * 1024,
  bareBytesMax: 1024 * 1024,
}

/** @throws {JsonLimitError} and `SyntaxError` as `parseJson` does. */
export function parseAnswer(text: string): unknown {
  if (text.length > harmlessLength) createJsonMeter(answerLimits)(Buffer.from(text))
  return JSON.parse(text)
}

/** Parses the response of a service. Returns `undefined` for invalid JSON. */
export function tryParseAnswer(text: string): unknown {
  try {
    return parseAnswer(text)
  } catch {
    return undefined
  }
}

/**
 * Parses a small body synchronously, because awaiting would cost more than parsing. Returns nothing
 * for a larger body.
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
 * Parses untrusted JSON without blocking the event loop.
 * @param bytes UTF-8, with or without a byte order mark. Large buffers may be transferred to a
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
