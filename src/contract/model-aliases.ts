import * as z from 'zod/mini'

/** Prefix of alias ids in model lists, such as `alias/fast`. */
export const aliasProviderId = 'alias'

export const aliasTargetsMax = 10
export const aliasesMax = 200

export const modelAliasSchema = z.object({
  name: z.string().check(
    z.regex(/^[a-z0-9][a-z0-9._:-]{0,62}$/i, {
      error: 'Use letters, digits, dots, colons and hyphens, at most 63 of them.',
    }),
  ),
  /** Ids of models or other aliases, in the order in which the server tries them. */
  targets: z
    .array(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(z.minLength(1), z.maxLength(aliasTargetsMax)),
  /** Maximum number of seconds until the first token before the server tries the next model. */
  timeoutSeconds: z.int().check(z.gte(1), z.lte(600)),
})
export type ModelAlias = z.infer<typeof modelAliasSchema>

/** Response of `GET /api/models/aliases`. `PUT` stores an alias, and `DELETE /:name` removes it. */
export const modelAliasListSchema = z.object({ aliases: z.array(modelAliasSchema) })
export type ModelAliasList = z.infer<typeof modelAliasListSchema>
