import type { ChatModel } from '#contract/models.ts'
import { t } from '#languages/app.ts'

export const modelFilters = [
  { value: 'see', label: t('Pictures'), accepts: ({ canSee }: ChatModel) => canSee === true },
  {
    value: 'tools',
    label: t('Tools'),
    accepts: ({ canUseTools }: ChatModel) => canUseTools === true,
  },
  {
    value: 'reason',
    label: t('Reasoning'),
    accepts: ({ canReason }: ChatModel) => canReason === true,
  },
  {
    value: 'long',
    label: t('Long texts'),
    accepts: ({ contextTokens = 0 }: ChatModel) => contextTokens >= longContextTokens,
  },
  { value: 'free', label: t('Free'), accepts: (model: ChatModel) => getTokenPrice(model) === 0 },
] as const

/** A context with at least this many tokens, about the length of a long book, counts as long. */
const longContextTokens = 200_000

export type ModelFilter = (typeof modelFilters)[number]['value']

/**
 * Returns the price of a million input tokens plus a million output tokens. Undefined if the price
 * is unknown.
 */
export const getTokenPrice = ({ price }: ChatModel): number | undefined =>
  price && price.prompt + price.completion

export const passesFilters = (model: ChatModel, filters: ReadonlySet<ModelFilter>): boolean =>
  modelFilters.every(({ value, accepts }) => !filters.has(value) || accepts(model))
