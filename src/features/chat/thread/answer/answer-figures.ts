import type { Run } from '#contract/chat/chat.ts'
import { formatCount, formatFixed } from '#lib/format.ts'
import { formatMoney } from '#lib/money.ts'
import { t } from '#languages/app.ts'

/**
 * Milliseconds. For answers written in less time, the speed is not shown, because the speed has no
 * meaning.
 */
const writingMsMin = 200
/** For answers with fewer tokens, the speed is not shown, because the speed has no meaning. */
const tokensMin = 20

type Figure = { name: string; value: string }

/** Returns the figures of a run, such as speed and cost, without unknown figures. */
export function getAnswerFigures(run: Run): Figure[] {
  const { firstTokenMs, usage, cost } = run
  const figures: Figure[] = []
  const add = (name: string, value: string) => figures.push({ name, value })
  const addTokens = (name: string, count: number | undefined) => {
    if (count !== undefined && count > 0)
      add(name, t('{count} tokens', { count: formatCount(count) }))
  }
  if (firstTokenMs !== undefined) add(t('First token'), formatSeconds(firstTokenMs))
  if (usage) {
    const writingMs = getWritingMs(run)
    if (writingMs > writingMsMin && usage.completionTokens > tokensMin) {
      const perSecond = Math.round(usage.completionTokens / (writingMs / 1000))
      add(t('Speed'), t('{perSecond} tokens/s', { perSecond }))
    }
    addTokens(t('Read'), usage.promptTokens)
    addTokens(t('From cache'), usage.cachedTokens)
    addTokens(t('Written'), usage.completionTokens)
    addTokens(t('Reasoning'), usage.reasoningTokens)
  }
  if (cost) add(t('Cost'), formatMoney(cost))
  return figures
}

function getWritingMs({ writingMs, startedAt, finishedAt, firstTokenMs = 0 }: Run): number {
  if (writingMs !== undefined) return writingMs
  return finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) - firstTokenMs : 0
}

const formatSeconds = (ms: number) =>
  ms < 1000 ? t('{ms} ms', { ms: Math.round(ms) }) : `${formatFixed(ms / 1000, 1)} s`
