import { isList } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'

export function mergeDeltas(deltas: readonly (ChatDelta | undefined)[]): ChatDelta {
  const whole: ChatDelta = {}
  for (const { text, reasoning, toolCalls, extra, ...rest } of deltas.filter((one) => !!one)) {
    if (text) whole.text = (whole.text ?? '') + text
    if (reasoning) whole.reasoning = (whole.reasoning ?? '') + reasoning
    if (toolCalls) whole.toolCalls = [...(whole.toolCalls ?? []), ...toolCalls]
    for (const [name, value] of Object.entries(extra ?? {})) {
      const before = ownValue(whole.extra, name)
      const joined = isList(before) && isList(value) ? [...before, ...value] : value
      whole.extra = { ...whole.extra, [name]: joined }
    }
    Object.assign(whole, rest)
  }
  return whole
}
