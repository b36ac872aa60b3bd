// Settings of AI models. Pages that only use models do not load these schemas.
import * as z from 'zod/mini'
import { chatModelSchema, modelPurposes, providerProblemSchema } from './models.ts'

export const modelFileBytesMax = 512 * 1024

/** A file that describes an AI model that makes 3D models. It adds or replaces the description. */
export const modelDescriptionFileSchema = z.object({
  /** File name in the folder `models` of the data folder. */
  name: z.string(),
  model: z.optional(z.object({ id: z.string(), name: z.string() })),
  problem: z.optional(z.string()),
})
export type ModelDescriptionFile = z.infer<typeof modelDescriptionFileSchema>

/**
 * Response of `GET /api/model-files`. The body of `POST` is the file's text. `DELETE /:name`
 * removes it.
 */
export const modelFileListSchema = z.object({ files: z.array(modelDescriptionFileSchema) })
export type ModelFileList = z.infer<typeof modelFileListSchema>

/** Maximum context window in tokens, more than that of any known model. */
const contextTokensMax = 16 * 1024 * 1024

/** Maximum number of models in one change request. */
export const changedModelsMax = 5_000

/**
 * Maximum price in US dollars per million tokens, far above real prices, so that the server rejects
 * typing errors.
 */
const priceMax = 100_000
const enteredAmount = z.number().check(z.nonnegative(), z.lte(priceMax))

const enteredAmounts = {
  prompt: enteredAmount,
  completion: enteredAmount,
  cached: z.optional(enteredAmount),
  cacheWrite: z.optional(enteredAmount),
}
/** A price in US dollars, the currency of budgets. */
export const enteredPriceSchema = z.object({
  currency: z.literal('USD'),
  ...enteredAmounts,
  long: z.optional(
    z.object({ above: z.int().check(z.positive(), z.lte(contextTokensMax)), ...enteredAmounts }),
  ),
})

/** Body of `PATCH /api/models`. Omitted fields do not change. */
export const changeModelsSchema = z
  .object({
    ids: z
      .array(z.string().check(z.minLength(1), z.maxLength(200)))
      .check(z.minLength(1), z.maxLength(changedModelsMax)),
    /** False for a disabled model, which no list contains and whose id the server refuses. */
    isOn: z.optional(z.boolean()),
    isFavourite: z.optional(z.boolean()),
    /** Display name. An empty name restores the provider's name. */
    name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** Context size in tokens that the provider allocates, if configurable. 0 means automatic. */
    contextTokens: z.optional(
      z.union([z.literal(0), z.int().check(z.gte(512), z.lte(contextTokensMax))]),
    ),
    /** Price that replaces the provider's price. `null` removes the replacement. */
    price: z.optional(z.nullable(enteredPriceSchema)),
  })
  .check(
    z.refine(({ ids, name }) => name === undefined || ids.length === 1, {
      path: ['name'],
      error: 'Name one model at a time.',
    }),
  )
export type ChangeModels = z.infer<typeof changeModelsSchema>

/** A connection's model in the settings, enabled or disabled. */
export const listedModelSchema = z.extend(
  z.pick(chatModelSchema, {
    id: true,
    name: true,
    contextTokens: true,
    cutsLongPrompts: true,
    canSee: true,
    canUseTools: true,
    canReason: true,
    price: true,
    isPriceEntered: true,
    endsOn: true,
    successor: true,
    isFilledIn: true,
  }),
  {
    kind: z.enum(['chat', '3d']),
    listedName: z.string(),
    isOn: z.boolean(),
    isFavourite: z.boolean(),
    allottedTokens: z.optional(z.int()),
  },
)
export type ListedModel = z.infer<typeof listedModelSchema>

export const connectionModelsSchema = z.object({
  models: z.array(listedModelSchema),
  problems: z.array(providerProblemSchema),
  knownDate: z.iso.date(),
})
export type ConnectionModels = z.infer<typeof connectionModelsSchema>

/** Body of `PUT /api/models/defaults`. */
export const setDefaultSchema = z.object({
  purpose: z.enum(modelPurposes),
  /** Undefined removes the default model of the purpose. */
  modelId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
})
export type SetDefault = z.infer<typeof setDefaultSchema>

/** Response of `POST /api/models/known`, which downloads the models.dev data. */
export const renewedModelsSchema = z.object({ knownDate: z.iso.date() })
export type RenewedModels = z.infer<typeof renewedModelsSchema>
