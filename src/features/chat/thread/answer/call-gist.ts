import type { ToolCall } from '#contract/chat/chat.ts'

/** Maximum length of arguments in characters. Longer arguments contain no search query or URL. */
const argumentsLengthMax = 4_000
const gistLengthMax = 200

/**
 * Returns the first line of the first text argument of a tool call, such as a search query or a
 * URL.
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
