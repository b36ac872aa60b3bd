import { trialQuestion, trialTokensMax, type ConnectionKind } from '#contract/connections.ts'
import type { ChatModel, ModelList } from '#contract/models.ts'
import { formatMoney } from '#lib/money.ts'
import { tokensInBytes } from '#lib/token-estimate.ts'
import { t } from '#languages/settings.ts'

/** Number of tokens that a provider adds to each question for roles and the system prompt. */
const templateTokens = 50

/**
 * Returns the default chat model if the connection has this model. Otherwise returns the
 * connection's cheapest model.
 */
export function chooseModel(
  { models, defaults }: Pick<ModelList, 'models' | 'defaults'>,
  connectionId: string,
): ChatModel | undefined {
  let best: ChatModel | undefined
  for (const model of models) {
    if (model.kind !== 'chat' || model.provider !== connectionId) continue
    if (model.id === defaults?.chat) return model
    if (!best || getQuestionCost(model) < getQuestionCost(best)) best = model
  }
  return best
}

export function describeQuestionPrice(
  model: ChatModel,
  { group }: Pick<ConnectionKind, 'group'>,
): string {
  const amount = getQuestionCost(model)
  if (model.price && amount === 0) return t('This model is free.')
  if (model.price) {
    return t('Costs at most about {money}.', {
      money: formatMoney({ amount, currency: model.price.currency }),
    })
  }
  if (group === 'local') return t('It runs on your own machine.')
  return t('The service may charge for it: up to {trialTokensMax} output tokens.', {
    trialTokensMax,
  })
}

/**
 * Returns the price of one question. Models without a price get the highest price, so that they
 * sort last.
 */
const getQuestionCost = ({ price }: ChatModel): number =>
  price
    ? ((tokensInBytes(trialQuestion.length) + templateTokens) * price.prompt +
        trialTokensMax * price.completion) /
      1_000_000
    : Infinity
