import { z } from 'zod'

export const orderedSchema = z.looseObject({ request_id: z.string().regex(/^[\w.:-]{1,200}$/) })

export const statusSchema = z.looseObject({
  status: z.string(),
  queue_position: z.number().int().nonnegative().optional().catch(undefined),
  logs: z
    .array(z.looseObject({ message: z.string().catch('') }))
    .nullish()
    .catch([]),
})

export const outputSchema = z.looseObject({
  seed: z.number().int().optional().catch(undefined),
})

export const pricingSchema = z.looseObject({
  prices: z.array(
    z.looseObject({
      endpoint_id: z.string(),
      unit_price: z.number().nonnegative(),
      unit: z.string(),
      currency: z.string().max(20).default('USD'),
    }),
  ),
})
