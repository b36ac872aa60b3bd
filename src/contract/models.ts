import * as z from 'zod/mini'
import type { ParamSchema } from '#lib/params/param-schema.ts'

/**
 * JSON Schema 2020-12 of one model's params, with `x-ui` hints. Only what every part needs is checked
 * here; `#lib/params` reads the rest and lets pass what it does not know.
 */
export const paramSchemaSchema: z.ZodMiniType<ParamSchema> = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), z.looseObject({})),
  required: z.optional(z.array(z.string())),
})

const modelBase = {
  /** `provider/name`, such as `local/image-to-3d`. */
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.string(),
  /** Which provider answers: `local`, `gateway`, `openai`, `bozzetto`. */
  provider: z.string(),
  /** One or two sentences for a person. */
  description: z.string(),
  /** Somebody wants it first in lists. */
  isFavourite: z.optional(z.boolean()),
}

/** What a million tokens cost. */
export const chatPriceSchema = z.object({
  /** `USD`, `CNY` … */
  currency: z.string(),
  prompt: z.number().check(z.nonnegative()),
  completion: z.number().check(z.nonnegative()),
  /** Prompt tokens that the service had in its cache, where they are cheaper. */
  cached: z.optional(z.number().check(z.nonnegative())),
  /** Prompt tokens that the service puts into its cache, where they are dearer. */
  cacheWrite: z.optional(z.number().check(z.nonnegative())),
})
export type ChatPrice = z.infer<typeof chatPriceSchema>

export const chatModelSchema = z.object({
  ...modelBase,
  kind: z.literal('chat'),
  /** Tokens that fit, where known. */
  contextTokens: z.optional(z.int().check(z.positive())),
  /** Its service leaves out the beginning of a longer prompt without saying so, and can be told how much fits. */
  cutsLongPrompts: z.optional(z.boolean()),
  /** Whether it looks at pictures, calls tools, thinks before it answers; absent: not known. */
  canSee: z.optional(z.boolean()),
  canUseTools: z.optional(z.boolean()),
  canReason: z.optional(z.boolean()),
  /** Its answers may have pictures; absent: not known. */
  canDraw: z.optional(z.boolean()),
  /** Longest answer in tokens, where known. */
  answerTokensMax: z.optional(z.int().check(z.positive())),
  /** What it reads besides text: `image`, `pdf`, `audio`, `video`; absent: not known. */
  inputs: z.optional(z.array(z.string())),
  /** Values of `reasoning_effort` that it accepts; absent: not known. */
  efforts: z.optional(z.array(z.string())),
  /** Unix time in seconds of its release, where known. */
  createdAt: z.optional(z.int().check(z.nonnegative())),
  /** The day on which its service switches it off, `2026-12-11`. */
  endsOn: z.optional(z.iso.date()),
  /** The service's name of a model that can replace it. */
  successor: z.optional(z.string()),
  price: z.optional(chatPriceSchema),
  /** Somebody entered the price on this server. */
  isPriceEntered: z.optional(z.boolean()),
  /** Some facts are from models.dev or this release, because the service's own list lacks them. */
  isFilledIn: z.optional(z.boolean()),
})
export type ChatModel = z.infer<typeof chatModelSchema>

export const model3dSchema = z.object({
  ...modelBase,
  kind: z.literal('3d'),
  paramSchema: paramSchemaSchema,
  /** What the model can and cannot know, in a sentence shown beside the form. */
  limits: z.optional(z.string()),
  /** Seconds that one task usually takes, where known. */
  expectedSeconds: z.optional(z.number().check(z.positive())),
})
export type Model3d = z.infer<typeof model3dSchema>

export const modelSchema = z.discriminatedUnion('kind', [chatModelSchema, model3dSchema])
export type Model = z.infer<typeof modelSchema>

/** A provider that could not be asked: its models are missing from the list, and this says why. */
export const providerProblemSchema = z.object({ provider: z.string(), message: z.string() })
export type ProviderProblem = z.infer<typeof providerProblemSchema>

/** Largest file that describes a model. */
export const modelFileBytesMax = 512 * 1024

/** A file that adds a 3D model, or describes one anew. */
export const modelFileSchema = z.object({
  /** Of the file, in the folder `models` of the server's data. */
  name: z.string(),
  /** Absent where the file cannot be used. */
  model: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** Why it cannot, in a sentence that names the line. */
  problem: z.optional(z.string()),
})
export type ModelFile = z.infer<typeof modelFileSchema>

/** `GET /api/model-files`. `POST` takes the file's text, `DELETE /:name` removes it. */
export const modelFileListSchema = z.object({ files: z.array(modelFileSchema) })
export type ModelFileList = z.infer<typeof modelFileListSchema>

/** What a model can be the default for: new chats, titles of chats, the studio. */
export const modelPurposes = ['chat', 'titles', '3d'] as const
export type ModelPurpose = (typeof modelPurposes)[number]

/** Ids of the models that somebody has chosen as defaults; they may be gone by now. */
const modelDefaultsSchema = z.partialRecord(z.enum(modelPurposes), z.string())
export type ModelDefaults = z.infer<typeof modelDefaultsSchema>

/** `GET /api/models`. */
export const modelListSchema = z.object({
  models: z.array(modelSchema),
  problems: z.array(providerProblemSchema),
  /** Absent where none is chosen. */
  defaults: z.optional(modelDefaultsSchema),
})
export type ModelList = z.infer<typeof modelListSchema>

/** No model reads more. */
const contextTokensMax = 16 * 1024 * 1024

/** Models that one request may change. */
export const changedModelsMax = 5_000

/** Dollars for a million tokens: far above every price, so that a typing error is refused. */
const priceMax = 100_000
const enteredAmount = z.number().check(z.nonnegative(), z.lte(priceMax))

/** A price in US dollars, so that limits in money count it exactly. */
export const enteredPriceSchema = z.object({
  currency: z.literal('USD'),
  prompt: enteredAmount,
  completion: enteredAmount,
  cached: z.optional(enteredAmount),
  cacheWrite: z.optional(enteredAmount),
})

/** `PATCH /api/models`: what is left out stays as it is. */
export const changeModelsSchema = z
  .object({
    ids: z
      .array(z.string().check(z.minLength(1), z.maxLength(200)))
      .check(z.minLength(1), z.maxLength(changedModelsMax)),
    /** A model that is off is offered nowhere, and asked for by its id it says so. */
    isOn: z.optional(z.boolean()),
    isFavourite: z.optional(z.boolean()),
    /** Shown instead of the service's name for it, which comes back with an empty one. */
    name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** Tokens that the model is to be allotted, where its service lets one say; 0: as many as needed. */
    contextTokens: z.optional(
      z.union([z.literal(0), z.int().check(z.gte(512), z.lte(contextTokensMax))]),
    ),
    /** Takes precedence over the price of every list; null removes it. */
    price: z.optional(z.nullable(enteredPriceSchema)),
  })
  .check(
    z.refine(({ ids, name }) => name === undefined || ids.length === 1, {
      path: ['name'],
      error: 'Name one model at a time.',
    }),
  )
export type ChangeModels = z.infer<typeof changeModelsSchema>

/** A model of a connection as Settings shows it, on or off. */
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
    /** The service's own name for it. */
    listedName: z.string(),
    isOn: z.boolean(),
    isFavourite: z.boolean(),
    /** Chosen here; absent: as many as needed. */
    allottedTokens: z.optional(z.int()),
  },
)
export type ListedModel = z.infer<typeof listedModelSchema>

/** `GET /api/models/of/:connection`. */
export const connectionModelsSchema = z.object({
  models: z.array(listedModelSchema),
  /** Why the list is missing or not whole. */
  problems: z.array(providerProblemSchema),
  /** The day of what models.dev says, `2026-07-01`. */
  knownDate: z.iso.date(),
})
export type ConnectionModels = z.infer<typeof connectionModelsSchema>

/** `PUT /api/models/defaults`. */
export const setDefaultSchema = z.object({
  purpose: z.enum(modelPurposes),
  /** Absent: none any more. */
  modelId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
})
export type SetDefault = z.infer<typeof setDefaultSchema>

/** `POST /api/models/known`: asks models.dev anew. */
export const renewedModelsSchema = z.object({ knownDate: z.iso.date() })
export type RenewedModels = z.infer<typeof renewedModelsSchema>
