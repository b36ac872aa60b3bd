import type { ChatModel } from '#contract/models.ts'

/**
 * The model that is asked before anybody has chosen one: a favourite, else the one in the middle by price.
 * The first by alphabet would often be the dearest, and the cheapest the weakest.
 *
 * @param models all that are no stand-in for a model.
 */
export function firstModel(models: readonly ChatModel[]): ChatModel | undefined {
  const favourite = models.find(({ isFavourite }) => isFavourite === true)
  const byPrice = models.toSorted((a, b) => priceOf(a) - priceOf(b))
  return favourite ?? byPrice[Math.floor((byPrice.length - 1) / 2)]
}

/** Models on one's own machines have no price: they cost nothing. */
const priceOf = ({ price }: ChatModel): number => (price ? price.prompt + price.completion : 0)
