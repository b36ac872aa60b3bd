import type { ToolCall } from '#contract/chat/chat.ts'

/** Longer ones are no search and no address. */
const argumentsLengthMax = 4_000
const gistLengthMax = 200

/** What a tool was given, in a line: what was searched for, the address of a page. Nothing where it is not as simple. */
export function gistOf({ arguments: given }: Pick<ToolCall, 'arguments'>): string | undefined {
  if (given.length > argumentsLengthMax) return undefined
  try {
    const value: unknown = JSON.parse(given)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return firstLine(Object.values(value).find((one) => typeof one === 'string'))
  } catch {
    // A model that writes its arguments badly, or has not finished them.
    return undefined
  }
}

/** Why a call failed, in a line. */
export const reasonOf = ({ status, result }: Pick<ToolCall, 'status' | 'result'>) =>
  status === 'failed' ? firstLine(result) : undefined

function firstLine(text: string | undefined): string | undefined {
  const line = text?.trim().split('\n', 1)[0]?.slice(0, gistLengthMax)
  return line === '' ? undefined : line
}
