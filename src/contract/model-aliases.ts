import * as z from 'zod/mini'

/** First part of the ids of aliases in lists of models: `alias/fast`. */
export const aliasProviderId = 'alias'

/** Models that one alias tries. */
export const aliasTargetsMax = 10
export const aliasesMax = 200

export const modelAliasSchema = z.object({
  name: z.string().check(
    z.regex(/^[a-z0-9][a-z0-9._:-]{0,62}$/i, {
      error: 'Use letters, digits, dots, colons and hyphens, at most 63 of them.',
    }),
  ),
  /** Ids of models in the order in which they are tried. An alias can be one of them. */
  targets: z
    .array(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(z.minLength(1), z.maxLength(aliasTargetsMax)),
  /** Longest wait for the first words of a model before the next one is asked. */
  timeoutSeconds: z.int().check(z.gte(1), z.lte(600)),
})
export type ModelAlias = z.infer<typeof modelAliasSchema>

/** `GET /api/models/aliases`; `PUT` stores one, `DELETE /:name` removes it. */
export const modelAliasListSchema = z.object({ aliases: z.array(modelAliasSchema) })
export type ModelAliasList = z.infer<typeof modelAliasListSchema>
