import type { LeftOut } from '#contract/chat/left-out.ts'
import { ownValue } from '#lib/own-value.ts'

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
const getSettingTitle = ({ field }: LeftOut) => ownValue(titles, field) ?? field

/**
 * Formats the settings that an answer did not use, such as `not used: temperature, seed ·
 * reasoning: low`.
 */
export function formatLeftOut(leftOut: readonly LeftOut[] = []): string {
  const unused = leftOut.filter(({ sent }) => sent === undefined).map(getSettingTitle)
  const changed = leftOut.flatMap((one) =>
    one.sent === undefined ? [] : `${getSettingTitle(one)}: ${one.sent}`,
  )
  return [...(unused.length > 0 ? [`not used: ${unused.join(', ')}`] : []), ...changed].join(' · ')
}
