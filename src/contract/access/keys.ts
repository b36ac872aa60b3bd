import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

/** Upper bounds of an API key's limits. The lower bound of each limit is 1. */
export const keyLimitsMax = { requestsPerMinute: 10_000, streams: 100 } as const

export const keyLimitsSchema = z.object({
  requestsPerMinute: z.int().check(z.minimum(1), z.maximum(keyLimitsMax.requestsPerMinute)),
  /** Maximum number of answers that the key may generate concurrently, streamed or not. */
  streams: z.int().check(z.minimum(1), z.maximum(keyLimitsMax.streams)),
  /**
   * Budget per calendar month (UTC) in US dollars, for the costs that providers report. Undefined
   * for no limit.
   */
  monthlySpendUsd: z.optional(z.number().check(z.positive(), z.maximum(1_000_000))),
})
export type KeyLimits = z.infer<typeof keyLimitsSchema>

/** Limits of keys that are created without limits, and of the keys in `BOZZETTO_API_KEYS`. */
export const defaultKeyLimits: KeyLimits = { requestsPerMinute: 60, streams: 8 }

/**
 * Permissions of a key: `chat` for language models, `assistants` for the owner's assistants as
 * models, `embeddings` for vectors and reranking, `3d` for tasks, `files` for uploads, `catalogue`
 * for model lists, and `metrics` for `/metrics` if an admin owns the key.
 */
export const keyScopes = [
  'chat',
  'assistants',
  'embeddings',
  '3d',
  'files',
  'catalogue',
  'metrics',
] as const
export type KeyScope = (typeof keyScopes)[number]

export const defaultKeyScopes = keyScopes.filter((scope) => scope !== 'metrics')

const keyScopesSchema = z
  .array(z.enum(keyScopes))
  .check(z.minLength(1), z.maxLength(keyScopes.length))

export const keysMax = 100

const keyNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** An API key without its secret, which the server never stores in readable form. */
export const apiKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  prefix: z.string(),
  limits: keyLimitsSchema,
  scopes: keyScopesSchema,
  /** Cost in the current calendar month (UTC), in US dollars. */
  spentUsd: z.number().check(z.nonnegative()),
  createdAt: z.iso.datetime(),
  /** Time of the last use, rounded to the minute. Absent if the key was never used. */
  lastUsedAt: z.optional(z.iso.datetime()),
  /** Time from which the server refuses the key. Undefined if the key does not expire. */
  expiresAt: z.optional(z.iso.datetime()),
  revokedAt: z.optional(z.iso.datetime()),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/**
 * Response of `GET /api/keys`: active keys, newest first, then revoked keys, the most recently
 * revoked first.
 */
export const keyListSchema = z.object({
  keys: z.array(apiKeySchema),
  environmentKeyCount: z.int().check(z.nonnegative()),
})
export type KeyList = z.infer<typeof keyListSchema>

/** Body of `POST /api/keys`. */
export const createKeySchema = z.object({
  name: keyNameSchema,
  limits: keyLimitsSchema,
  /** Undefined for all scopes except `metrics`. */
  scopes: z.optional(keyScopesSchema),
  expiresInDays: z.optional(z.int().check(z.minimum(1), z.maximum(3_650))),
})
export type CreateKey = z.infer<typeof createKeySchema>

/** Response of `POST /api/keys`, the only one that contains the secret. */
export const createdKeySchema = z.object({ key: apiKeySchema, secret: z.string() })
export type CreatedKey = z.infer<typeof createdKeySchema>

/** Body of `PATCH /api/keys/:id`. */
export const changeKeySchema = z.object({
  name: z.optional(keyNameSchema),
  limits: z.optional(keyLimitsSchema),
  scopes: z.optional(keyScopesSchema),
})
export type ChangeKey = z.infer<typeof changeKeySchema>
