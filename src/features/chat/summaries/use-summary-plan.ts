import { useQuery } from '@tanstack/react-query'
import { estimateSummaryCost, isWithinLimit, type ChatSummary } from '#contract/chat/summaries.ts'
import type { ChatModel, ChatPrice } from '#contract/models.ts'
import { formatMoney } from '#lib/money.ts'
import { modelsQuery } from '#queries/models.ts'
import { summarySettingsQuery } from '#queries/summary-settings.ts'
import { t } from '#languages/app.ts'
import type { Turn } from '../messages/thread.ts'
import { getCoveredTurns } from './covered-turns.ts'

export type LongChat = {
  conversationId: string
  turns: readonly Turn[]
  summaries: readonly ChatSummary[]
  summarises: boolean | undefined
  onChanged: () => void
}

export type SummaryPlan = {
  models: readonly ChatModel[]
  /** The model that writes automatic summaries. Undefined if the model is not available. */
  model: ChatModel | undefined
  covered: { untilId: string; tokens: number } | undefined
  isAutomatic: boolean
  /** False if an automatic summary costs too much or its price is unknown. */
  isAllowed: boolean
  usdMax: number
}

/**
 * Returns which answers a new summary would cover, and whether the summary is written
 * automatically.
 */
export function useSummaryPlan(chat: LongChat | undefined, modelId: string): SummaryPlan {
  const { data } = useQuery(modelsQuery())
  const { data: settings } = useQuery(summarySettingsQuery())
  const all = (data?.models ?? [])
    .filter((model) => model.kind === 'chat')
    .filter(({ provider }) => provider !== 'bozzetto')
  const models = all.filter(({ assistant }) => !assistant)
  const wanted = settings?.modelId ?? data?.defaults?.titles ?? modelId
  // In a chat with an assistant, the server summarises with the model of the assistant.
  const model = all.find(({ id }) => id === wanted)
  const covered = chat && getCoveredTurns(chat.turns, chat.summaries)
  return {
    models,
    model,
    covered,
    isAutomatic: chat?.summarises ?? settings?.isAutomatic ?? false,
    isAllowed:
      covered !== undefined &&
      settings !== undefined &&
      isWithinLimit(covered.tokens, model?.price, settings),
    usdMax: settings?.usdMax ?? 0,
  }
}

export function describeSummaryCost(tokens: number, price: ChatPrice | undefined): string {
  if (!price) return t('price not known')
  if (price.prompt + price.completion === 0) return t('free')
  const amount = estimateSummaryCost(tokens, price)
  return t('about {price}', { price: formatMoney({ currency: price.currency, amount }) })
}
