import type { ToolCall } from '#contract/chat/chat.ts'

/** Longer arguments are not a search query or an address. */
const argumentsLengthMax = 4_000
const gistLengthMax = 200

/**
 * Returns the main argument of a tool call, such as a search query or an address; undefined if
 * there is no single one.
 */
export function getCallGist({ arguments: given }: Pick<ToolCall, 'arguments'>): string | undefined {
  if (given.length > argumentsLengthMax) return undefined
  try {
    const value: unknown = JSON.parse(given)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return firstLine(Object.values(value).find((one) => typeof one === 'string'))
  } catch {
    // The model wrote invalid JSON, or has not finished it.
    return undefined
  }
}

/** Returns why a call failed, in one line; undefined if it did not fail. */
export const getFailureReason = ({ status, result }: Pick<ToolCall, 'status' | 'result'>) =>
  status === 'failed' ? firstLine(result) : undefined

function firstLine(text: string | undefined): string | undefined {
  const line = text?.trim().split('\n', 1)[0]?.slice(0, gistLengthMax)
  return line === '' ? undefined : line
}
