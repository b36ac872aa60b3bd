import { jsonrepair } from 'jsonrepair'
import { isRecord, type Fields } from '#lib/fields.ts'
import { tryParseAnswer } from './parse-json.ts'

const lengthMax = 256 * 1024

/**
 * Parses an object with mistakes that models and services make, such as other quotes or trailing
 * commas.
 * @returns `undefined` if the text may be cut off, because a part of the object would be missing.
 */
export function parseFaultyObject(text: string): Fields | undefined {
  const trimmed = text.trim()
  if (trimmed.length > lengthMax) return undefined
  const isWhole = trimmed.startsWith('{') && trimmed.endsWith('}') && isBalanced(trimmed)
  if (!isWhole) return undefined
  // A backslash that begins no escape is part of the text, as in a path of Windows.
  const escaped = trimmed.replaceAll(/\\(?:["\\/bfnrt']|u[\da-f]{4})|\\/gi, (one) =>
    one === '\\' ? String.raw`\\` : one,
  )
  try {
    const value = tryParseAnswer(jsonrepair(escaped))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isBalanced(text: string): boolean {
  let depth = 0
  let quotes = 0
  for (const [token] of text.matchAll(/\\.|"(?:[^"\\]|\\.)*"|["{}[\]]/gs)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (token === '"') quotes++
  }
  return depth === 0 && quotes === 0
}
