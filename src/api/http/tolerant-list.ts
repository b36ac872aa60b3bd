import * as z from 'zod/mini'

/**
 * Creates a schema of a list that drops invalid items with a warning, so that valid items stay
 * visible.
 */
export const createTolerantList = <Item>(item: z.ZodMiniType<Item>) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((list) =>
      list.flatMap((one) => {
        const { data, error } = item.safeParse(one)
        if (error) console.warn('An item of a list breaks the contract and is left out.', error)
        return data === undefined ? [] : [data]
      }),
    ),
  )
