import * as z from 'zod/mini'
import { serverUrlSchema } from './server-url.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'

/**
 * JSON Schema 2020-12 of one model's params, with `x-ui` hints. Checks only the required parts, and
 * `#lib/params` reads the rest.
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
  provider: z.string(),
  description: z.string(),
  isFavourite: z.optional(z.boolean()),
}

const amounts = {
  prompt: z.number().check(z.nonnegative()),
  completion: z.number().check(z.nonnegative()),
  /** Price of prompt tokens from the provider's cache, if lower than the usual price. */
  cached: z.optional(z.number().check(z.nonnegative())),
  /**
   * Price of prompt tokens that are written to the provider's cache, if higher than the usual
   * price.
   */
  cacheWrite: z.optional(z.number().check(z.nonnegative())),
}

/** Price per million tokens. */
export const chatPriceSchema = z.object({
  currency: z.string(),
  ...amounts,
  /** Price of requests with more than `above` prompt tokens, if different from the usual price. */
  long: z.optional(z.object({ above: z.int().check(z.positive()), ...amounts })),
})
export type ChatPrice = z.infer<typeof chatPriceSchema>

export const chatModelSchema = z.object({
  ...modelBase,
  kind: z.literal('chat'),
  contextTokens: z.optional(z.int().check(z.positive())),
  /**
   * True if the provider cuts the start of a long prompt without an error. The context size of such
   * a model is configurable.
   */
  cutsLongPrompts: z.optional(z.boolean()),
  canSee: z.optional(z.boolean()),
  canUseTools: z.optional(z.boolean()),
  canReason: z.optional(z.boolean()),
  canDraw: z.optional(z.boolean()),
  answerTokensMax: z.optional(z.int().check(z.positive())),
  /** Input types besides text: `image`, `pdf`, `audio`, `video`. Undefined if unknown. */
  inputs: z.optional(z.array(z.string())),
  efforts: z.optional(z.array(z.string())),
  /** Release time in Unix seconds, if known. */
  createdAt: z.optional(z.int().check(z.nonnegative())),
  /** Date on which the provider removes the model, such as `2026-12-11`. */
  endsOn: z.optional(z.iso.date()),
  successor: z.optional(z.string()),
  price: z.optional(chatPriceSchema),
  isPriceEntered: z.optional(z.boolean()),
  /**
   * True if the provider's list lacks some facts, which then come from models.dev or from this
   * release of the app.
   */
  isFilledIn: z.optional(z.boolean()),
  assistant: z.optional(
    z.object({
      modelName: z.string(),
      tools: z.optional(z.array(z.string())),
      starters: z.array(z.string()),
      pictureUrl: z.optional(serverUrlSchema),
    }),
  ),
})
export type ChatModel = z.infer<typeof chatModelSchema>

export const model3dSchema = z.object({
  ...modelBase,
  kind: z.literal('3d'),
  paramSchema: paramSchemaSchema,
  limits: z.optional(z.string()),
  expectedSeconds: z.optional(z.number().check(z.positive())),
  /** Names of the stages of a task in order. */
  stages: z.optional(z.array(z.string())),
  isFree: z.optional(z.literal(true)),
})
export type Model3d = z.infer<typeof model3dSchema>

export const modelSchema = z.discriminatedUnion('kind', [chatModelSchema, model3dSchema])
export type Model = z.infer<typeof modelSchema>

export const providerProblemSchema = z.object({
  provider: z.string(),
  message: z.string(),
  /** True if the first list of chat models is still awaited. */
  isLate: z.optional(z.boolean()),
})
export type ProviderProblem = z.infer<typeof providerProblemSchema>

/** Purposes with a default model: new chats, chat titles, and the studio. */
export const modelPurposes = ['chat', 'titles', '3d'] as const
export type ModelPurpose = (typeof modelPurposes)[number]

const modelDefaultsSchema = z.partialRecord(z.enum(modelPurposes), z.string())
export type ModelDefaults = z.infer<typeof modelDefaultsSchema>

/** Response of `GET /api/models`. */
export const modelListSchema = z.object({
  models: z.array(modelSchema),
  problems: z.array(providerProblemSchema),
  defaults: z.optional(modelDefaultsSchema),
})
export type ModelList = z.infer<typeof modelListSchema>
