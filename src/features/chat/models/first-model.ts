import type { ChatModel } from '#contract/models.ts'

/**
 * Returns the default model: a favourite, or else the model with the median price. Never returns an
 * assistant, because the user has not chosen its instructions.
 * @param all models without the built-in guide.
 */
export function firstModel(all: readonly ChatModel[]): ChatModel | undefined {
  const models = all.filter(({ assistant }) => assistant === undefined)
  const favourite = models.find(({ isFavourite }) => isFavourite === true)
  const byPrice = models.toSorted((a, b) => getTotalPrice(a) - getTotalPrice(b))
  return favourite ?? byPrice[Math.floor((byPrice.length - 1) / 2)]
}

/** Returns the price of a model. A model without a price counts as free. */
const getTotalPrice = ({ price }: ChatModel): number =>
  price ? price.prompt + price.completion : 0
