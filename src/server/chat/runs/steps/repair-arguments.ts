import { isList, isRecord } from '#lib/fields.ts'
import { tryParseAnswer } from '../../../json/parse-json.ts'

export const isJsonObject = (text: string): boolean =>
  // The check for a closing brace avoids parsing incomplete pieces.
  /^\s*\{/.test(text) && /\}\s*$/.test(text) && isRecord(tryParseAnswer(text))

/**
 * Repairs the arguments of a tool call if the result is unambiguous. The arguments may be in a code
 * fence or in a list, encoded twice, repeated, beside empty objects, or contain typical mistakes of
 * models.
 * @param lastWhole last piece, if each piece repeated the previous pieces.
 * @returns the text unchanged if it cannot be repaired.
 */
export function repairArguments(text: string, lastWhole?: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || isJsonObject(trimmed)) return trimmed || text
  if (/^(?:null|none|undefined|""|\[\])$/i.test(trimmed)) return '{}'
  const bare = withoutEmpty(
    trimmed
      .replace(/^```\w*\s*/, '')
      .replace(/(?<!\s)\s*```$/, '')
      .replace(/^json\s*(?=[{"])/i, '')
      // Marks of a model's own format, which its server left behind.
      .replace(/(?<=\})\s{0,20}(?:<\/?[|\w]{1,40}\|?>\s{0,20}){1,4}$/, ''),
  )
  const candidates = [bare, decoded(bare), lastWhole, half(bare), corrected(bare)]
  return candidates.find((one) => one !== undefined && isJsonObject(one)) ?? text
}

/** Removes empty objects before and after the arguments. */
function withoutEmpty(text: string): string {
  let rest = text
  while (/^\{\}\s*\{/.test(rest)) rest = rest.slice(2).trimStart()
  while (rest.endsWith('{}') && rest.length > 2 && isJsonObject(rest.slice(0, -2)))
    rest = rest.slice(0, -2).trimEnd()
  return rest
}

/** Decodes a JSON string, up to three times, and a list with one object. */
function decoded(text: string): string | undefined {
  let value: unknown = text
  for (let times = 0; times < 4; times++) {
    if (isList(value) && value.length === 1) [value] = value
    if (isRecord(value)) return JSON.stringify(value)
    if (typeof value !== 'string') return undefined
    value = tryParseAnswer(value)
  }
  return undefined
}

/** Returns the first half of a text that is repeated. */
function half(text: string): string | undefined {
  const first = text.slice(0, text.length / 2)
  return first + first === text ? first : undefined
}

/** Corrects a trailing comma, line breaks in strings, and the quotes and words of Python. */
function corrected(text: string): string | undefined {
  if (!/^\{[^]*\}$/.test(text)) return undefined
  const quoted = /["\\]/.test(text) ? text : text.replaceAll("'", '"')
  return quoted
    .replace(/,\s{0,20}\}$/, '}')
    .replaceAll(/"(?:[^"\\]|\\[^])*"|\b(?:True|False|None)\b/g, (one) =>
      one.startsWith('"')
        ? one
            .replaceAll('\n', String.raw`\n`)
            .replaceAll('\r', String.raw`\r`)
            .replaceAll('\t', String.raw`\t`)
        : one === 'None'
          ? 'null'
          : one.toLowerCase(),
    )
}
