import type { ChatModel } from '#contract/models.ts'

/**
 * Returns the default model if none was chosen yet: a favourite, else the one with the median
 * price. The first by name is often the most expensive, and the cheapest is often the weakest.
 *
 * @param models real models only, without the built-in guide.
 */
export function firstModel(models: readonly ChatModel[]): ChatModel | undefined {
  const favourite = models.find(({ isFavourite }) => isFavourite === true)
  const byPrice = models.toSorted((a, b) => getTotalPrice(a) - getTotalPrice(b))
  return favourite ?? byPrice[Math.floor((byPrice.length - 1) / 2)]
}

/** Returns the price of a model; models on the person's own machines have none and cost nothing. */
const getTotalPrice = ({ price }: ChatModel): number =>
  price ? price.prompt + price.completion : 0
