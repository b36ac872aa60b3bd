import * as z from 'zod/mini'

/**
 * A list of items, of which one that breaks the contract is left out with a warning: it must not take
 * all others from the page.
 */
export const listOf = <Item>(item: z.ZodMiniType<Item>) =>
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
