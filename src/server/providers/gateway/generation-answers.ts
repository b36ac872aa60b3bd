import { z } from 'zod'

// Schemas are loose, because gateways add or omit fields and send numbers as text.

const errorSchema = z
  .union([
    z.string(),
    z.looseObject({
      code: z.union([z.number(), z.string()]).optional().catch(undefined),
      message: z.string().optional().catch(undefined),
      error_message: z.string().optional().catch(undefined),
    }),
  ])
  .nullish()
  .catch(undefined)

const contentSchema = z.looseObject({
  type: z.string().optional().catch(undefined),
  format: z.string().optional().catch(undefined),
  url: z.string().min(1),
})
export type OutputContent = z.infer<typeof contentSchema>

const outputSchema = z
  .array(z.looseObject({ content: z.array(z.unknown()).nullish().catch([]) }))
  .nullish()
  .catch([])

/**
 * Gateways send an amount of money as a number, as a numeric string, or as `''` if it is unknown.
 */
const amountSchema = z
  .union([z.number().nonnegative(), z.string().regex(/^\d+(\.\d+)?$/)])
  .transform(String)

export const createdSchema = z.looseObject({
  id: z.string().min(1).max(500).optional().catch(undefined),
  error: errorSchema,
})

export const gatewayTaskSchema = z.looseObject({
  status: z.string().transform((status) => status.toLowerCase()),
  progress: z.number().min(0).max(1).optional().catch(undefined),
  output: outputSchema,
  error: errorSchema,
  usage: z
    .looseObject({ cost: amountSchema.optional().catch(undefined) })
    .nullish()
    .catch(null),
})
export type GatewayTask = z.infer<typeof gatewayTaskSchema>

export const prechargeSchema = z.looseObject({
  status: z.literal('success'),
  data: z.looseObject({
    cost: amountSchema,
    currency: z.string().max(20).optional().catch(undefined),
  }),
})

/** Returns the gateway's message and error number. Both are empty if the task has no error. */
export function readTaskError(error: GatewayTask['error']): { code: string; said: string } {
  if (typeof error === 'string') return { code: '', said: error }
  const { code = '', error_message, message } = error ?? {}
  return { code: String(code), said: error_message || message || '' }
}

export function findModelFile({ output }: GatewayTask): OutputContent | undefined {
  const contents = (output ?? [])
    .flatMap(({ content }) => content ?? [])
    .flatMap((content) => contentSchema.safeParse(content).data ?? [])
  return (
    contents.find(({ url, format }) => format?.toLowerCase() === 'glb' || isGlbAddress(url)) ??
    contents.find(({ type }) => type?.toLowerCase() === '3d') ??
    contents.find(({ type }) => type === undefined || type.toLowerCase() === 'file') ??
    contents[0]
  )
}

const isGlbAddress = (url: string): boolean =>
  URL.canParse(url) && /\.glb$/i.test(new URL(url).pathname)
