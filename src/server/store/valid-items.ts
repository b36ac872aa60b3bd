import { z } from 'zod'
import { log } from '../observability/log.ts'

/**
 * Those of `items` that keep the contract. One row that does not is left out with a line in the log,
 * so that the page still gets all others.
 *
 * @param what an item is called in that line.
 */
export const validItems = <Item extends { id: string }>(
  schema: z.core.$ZodType<Item>,
  items: readonly Item[],
  what: string,
): Item[] =>
  items.filter((item) => {
    const { error } = z.safeParse(schema, item)
    if (error)
      log().error({ id: item.id, error }, `A ${what} does not match its schema and was left out.`)
    return !error
  })
