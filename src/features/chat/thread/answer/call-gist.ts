import type { ToolCall } from '#contract/chat/chat.ts'

/** Arguments with more characters than this are no search query or address. */
const argumentsLengthMax = 4_000
const gistLengthMax = 200

/**
 * Returns the main argument of a tool call, such as a search query or an address. Undefined if
 * there is no single main argument.
 */
export function getCallGist({ arguments: given }: Pick<ToolCall, 'arguments'>): string | undefined {
  if (given.length > argumentsLengthMax) return undefined
  try {
    const value: unknown = JSON.parse(given)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return firstLine(Object.values(value).find((one) => typeof one === 'string'))
  } catch {
    // The JSON written by the model is invalid or incomplete.
    return undefined
  }
}

export const getFailureReason = ({ status, result }: Pick<ToolCall, 'status' | 'result'>) =>
  status === 'failed' ? firstLine(result) : undefined

function firstLine(text: string | undefined): string | undefined {
  const line = text?.trim().split('\n', 1)[0]?.slice(0, gistLengthMax)
  return line === '' ? undefined : line
}
