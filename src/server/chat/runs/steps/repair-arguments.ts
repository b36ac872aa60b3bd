import { isRecord } from '#lib/fields.ts'
import { tryParseAnswer } from '../../../json/parse-json.ts'

export const isJsonObject = (text: string): boolean =>
  // Do not parse incomplete pieces.
  /^\s*\{/.test(text) && /\}\s*$/.test(text) && isRecord(tryParseAnswer(text))

/**
 * Repairs the arguments of a tool call if the result is unambiguous: JSON in a code fence, encoded
 * twice, after an empty object, or repeated from the start in each streamed piece.
 * @param lastWhole last piece, if each piece repeated the ones before.
 * @returns the text unchanged if it cannot be repaired.
 */
export function repairArguments(text: string, lastWhole?: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || isJsonObject(trimmed)) return trimmed || text
  const bare = trimmed
    .replace(/^```\w*\s*/, '')
    .replace(/\s*```$/, '')
    .replace(/^json\s*(?=[{"])/i, '')
  const candidates = [bare, unquoted(bare), bare.replace(/^(?:\{\}\s*)+(?=\{)/, ''), lastWhole]
  return candidates.find((one) => one !== undefined && isJsonObject(one)) ?? text
}

/** Decodes a text that is a JSON string, up to twice. */
function unquoted(text: string): string | undefined {
  let value: unknown = text
  for (let times = 0; times < 2 && typeof value === 'string'; times++) {
    value = tryParseAnswer(value)
    if (isRecord(value)) return JSON.stringify(value)
  }
  return typeof value === 'string' && isJsonObject(value) ? value : undefined
}
