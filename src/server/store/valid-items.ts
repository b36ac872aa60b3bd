import { z } from 'zod'
import { log } from '../observability/log.ts'

/**
 * Returns the valid items and logs the invalid ones, so that one invalid item does not hide the
 * others from the page.
 * @param what name of an item for the log.
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
