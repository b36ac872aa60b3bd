import type { Run } from '#contract/chat/chat.ts'
import { formatCount } from '#lib/format.ts'
import { formatMoney } from '#lib/money.ts'

/** Minimum duration of an answer whose speed is shown. Shorter answers give no meaningful speed. */
const writingMsMin = 200
/** Minimum length of an answer whose speed is shown, in tokens. */
const tokensMin = 20

/** Formats the figures of a run: `0.4 s to the first word · 812 tokens · 43 tokens/s · $0.0021`. */
export function formatAnswerFigures(run: Run): string {
  const { firstTokenMs, usage, cost } = run
  const parts: string[] = []
  if (firstTokenMs !== undefined) parts.push(`${seconds(firstTokenMs)} to first token`)
  if (usage && usage.completionTokens > 0) {
    const { completionTokens } = usage
    parts.push(`${formatCount(completionTokens)} tokens`)
    const writingMs = getWritingMs(run)
    if (writingMs > writingMsMin && completionTokens > tokensMin) {
      parts.push(`${Math.round(completionTokens / (writingMs / 1000))} tokens/s`)
    }
  }
  if (cost) parts.push(formatMoney(cost))
  return parts.join(' · ')
}

function getWritingMs({ writingMs, startedAt, finishedAt, firstTokenMs = 0 }: Run): number {
  if (writingMs !== undefined) return writingMs
  return finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) - firstTokenMs : 0
}

const seconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
