import { readers } from '../../reading/readers.ts'
import type { readWhole } from '../../reading/read-file.ts'
import { readDocument } from '../document-text.ts'

export type DocumentCase = {
  name: string
  bytes: () => Uint8Array
  lines: readonly string[]
  excludes?: readonly string[]
  once?: readonly string[]
  /** Matches the warnings, joined by spaces. If absent, no warnings are expected. */
  warning?: RegExp
  encoding?: string
  lengthMax?: number
}

/**
 * Reads a file without a thread, whose start takes far longer than a case.
 * `src/server/reading/read-file.test.ts` tests the thread.
 */
const readInPlace: typeof readWhole = async (kind, bytes, hint) => {
  for await (const part of readers[kind](bytes, hint)) return part
  throw new Error('Reading a file gave no result.')
}

/** @returns the reason why the result is wrong, or `undefined` if the result is right. */
export async function checkDocument(one: DocumentCase): Promise<string | undefined> {
  const read = await readDocument(one.bytes(), readInPlace).catch((error: unknown) => String(error))
  if (typeof read === 'string') return read
  const { text, warnings = [], encoding } = read
  const lines = text.split('\n')
  let at = 0
  for (const line of one.lines) {
    const found = lines.findIndex((other, place) => place >= at && other.trim() === line.trim())
    if (found < 0) return `“${line}” is missing in:\n${text}`
    at = found + 1
  }
  const extra = one.excludes?.find((words) => text.includes(words))
  if (extra !== undefined) return `“${extra}” is in:\n${text}`
  const repeated = one.once?.find((words) => text.split(words).length !== 2)
  if (repeated !== undefined) return `“${repeated}” is not once in:\n${text}`
  const said = warnings.join(' ')
  if (one.warning ? !one.warning.test(said) : said !== '') return `The warnings are: ${said}`
  if (one.encoding !== undefined && encoding !== one.encoding) return `The encoding is ${encoding}.`
  if (text.length > (one.lengthMax ?? Infinity)) return `The text has ${text.length} characters.`
  return undefined
}
