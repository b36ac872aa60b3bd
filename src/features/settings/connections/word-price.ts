import { wordQuestion, wordTokensMax, type ConnectionKind } from '#contract/connections.ts'
import type { ChatModel, ModelList } from '#contract/models.ts'
import { formatMoney } from '#lib/money.ts'
import { tokensInBytes } from '#lib/token-estimate.ts'

/** What a service adds to a question: roles, a template, a system prompt of its own. */
const templateTokens = 50

/** Who is asked: the default for chats if the connection has it, else its cheapest model. */
export function chooseModel(
  { models, defaults }: Pick<ModelList, 'models' | 'defaults'>,
  connectionId: string,
): ChatModel | undefined {
  let best: ChatModel | undefined
  for (const model of models) {
    if (model.kind !== 'chat' || model.provider !== connectionId) continue
    if (model.id === defaults?.chat) return model
    if (!best || costOf(model) < costOf(best)) best = model
  }
  return best
}

/** A sentence about what the question costs, before it is sent. */
export function priceOfWord(model: ChatModel, { group }: Pick<ConnectionKind, 'group'>): string {
  const amount = costOf(model)
  if (model.price && amount === 0) return 'This model is free.'
  if (model.price) {
    return `Costs at most about ${formatMoney({ amount, currency: model.price.currency })}.`
  }
  if (group === 'local') return 'It runs on your own machine.'
  return `The service may charge for it: up to ${wordTokensMax} output tokens.`
}

/** Of one question, in the currency of the model; a model without a price comes after all others. */
const costOf = ({ price }: ChatModel): number =>
  price
    ? ((tokensInBytes(wordQuestion.length) + templateTokens) * price.prompt +
        wordTokensMax * price.completion) /
      1_000_000
    : Infinity
