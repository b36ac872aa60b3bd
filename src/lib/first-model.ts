type Choosable = {
  assistant?: unknown
  isFavourite?: boolean | undefined
  price?: { prompt: number; completion: number } | undefined
}

/**
 * Returns the default model: a favourite, or else the model with the median price. Never returns an
 * assistant, because the user has not chosen its instructions.
 * @param all models without the built-in guide.
 */
export function firstModel<Model extends Choosable>(all: readonly Model[]): Model | undefined {
  const models = all.filter(({ assistant }) => assistant === undefined)
  const favourite = models.find(({ isFavourite }) => isFavourite === true)
  const byPrice = models.toSorted((a, b) => getTotalPrice(a) - getTotalPrice(b))
  return favourite ?? byPrice[Math.floor((byPrice.length - 1) / 2)]
}

/** Returns the price of a model. A model without a price counts as free. */
const getTotalPrice = ({ price }: Choosable): number =>
  price ? price.prompt + price.completion : 0
