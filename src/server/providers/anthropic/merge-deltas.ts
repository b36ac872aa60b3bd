import { ownValue } from '#lib/own-value.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'

/** Merges consecutive deltas of one answer into one. */
export function mergeDeltas(deltas: readonly (ChatDelta | undefined)[]): ChatDelta {
  const whole: ChatDelta = {}
  for (const { text, reasoning, toolCalls, extra, ...rest } of deltas.filter((one) => !!one)) {
    if (text) whole.text = (whole.text ?? '') + text
    if (reasoning) whole.reasoning = (whole.reasoning ?? '') + reasoning
    if (toolCalls) whole.toolCalls = [...(whole.toolCalls ?? []), ...toolCalls]
    for (const [name, value] of Object.entries(extra ?? {})) {
      const before = ownValue(whole.extra, name)
      const isList = Array.isArray(before) && Array.isArray(value)
      whole.extra = {
        ...whole.extra,
        [name]: isList ? [...(before as unknown[]), ...(value as unknown[])] : value,
      }
    }
    Object.assign(whole, rest)
  }
  return whole
}
