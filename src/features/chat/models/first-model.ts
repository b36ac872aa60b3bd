import type { ChatModel } from '#contract/models.ts'

/**
 * Returns the default model: a favourite, else the model with the median price. The cheapest model
 * is often weak, and the most expensive one too expensive. Never returns an assistant, because its
 * instructions would surprise in a chat in which nobody has chosen it.
 * @param all models without the built-in guide.
 */
export function firstModel(all: readonly ChatModel[]): ChatModel | undefined {
  const models = all.filter(({ assistant }) => assistant === undefined)
  const favourite = models.find(({ isFavourite }) => isFavourite === true)
  const byPrice = models.toSorted((a, b) => getTotalPrice(a) - getTotalPrice(b))
  return favourite ?? byPrice[Math.floor((byPrice.length - 1) / 2)]
}

/** Returns the price of a model. Models on the user's own machines cost nothing. */
const getTotalPrice = ({ price }: ChatModel): number =>
  price ? price.prompt + price.completion : 0
