import type { LeftOut } from '#contract/chat/left-out.ts'
import { ownValue } from '#lib/own-value.ts'

/** The settings of a chat by the names that its form shows. */
const titles: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  reasoning_effort: 'reasoning',
  max_tokens: 'maximum length',
  top_p: 'top P',
  frequency_penalty: 'frequency penalty',
  presence_penalty: 'presence penalty',
  seed: 'seed',
  stop: 'stop sequences',
  tool_choice: 'choice of tools',
}
const titleOf = ({ field }: LeftOut) => ownValue(titles, field) ?? field

/** Formats what an answer was made without: `not used: temperature, seed · reasoning: low`. */
export function formatLeftOut(leftOut: readonly LeftOut[] = []): string {
  const unused = leftOut.filter(({ sent }) => sent === undefined).map(titleOf)
  const changed = leftOut.flatMap((one) =>
    one.sent === undefined ? [] : `${titleOf(one)}: ${one.sent}`,
  )
  return [...(unused.length > 0 ? [`not used: ${unused.join(', ')}`] : []), ...changed].join(' · ')
}
