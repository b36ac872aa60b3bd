import { joinWithCommas } from '#lib/format.ts'
import type { LeftOut } from '#contract/chat/left-out.ts'
import { ownValue } from '#lib/own-value.ts'
import { t } from '#languages/app.ts'

const titles: Readonly<Record<string, string>> = {
  temperature: t('temperature'),
  reasoning_effort: t('reasoning // of a language model'),
  max_tokens: t('maximum length'),
  top_p: 'top P',
  frequency_penalty: t('frequency penalty'),
  presence_penalty: t('presence penalty'),
  seed: t('seed'),
  stop: t('stop sequences'),
  tool_choice: t('choice of tools'),
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
  return [
    ...(unused.length > 0 ? [t('not used: {unused}', { unused: joinWithCommas(unused) })] : []),
    ...changed,
  ].join(' · ')
}
