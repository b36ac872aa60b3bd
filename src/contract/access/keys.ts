import * as z from 'zod/mini'
import { idSchema } from '../id.ts'

/** Most that the limits of a key may be; each is at least 1. */
export const keyLimitsMax = { requestsPerMinute: 10_000, streams: 100 } as const

/** What one key may do. */
export const keyLimitsSchema = z.object({
  requestsPerMinute: z.int().check(z.minimum(1), z.maximum(keyLimitsMax.requestsPerMinute)),
  /** Answers being written at once, streamed or not. */
  streams: z.int().check(z.minimum(1), z.maximum(keyLimitsMax.streams)),
  /**
   * Most that a calendar month (UTC) may cost, in US dollars, as far as the services tell what they
   * ask. Absent: no limit.
   */
  monthlySpendUsd: z.optional(z.number().check(z.positive(), z.maximum(1_000_000))),
})
export type KeyLimits = z.infer<typeof keyLimitsSchema>

/** What a key gets that is made without a word about limits, and each key of `BOZZETTO_API_KEYS`. */
export const defaultKeyLimits: KeyLimits = { requestsPerMinute: 60, streams: 8 }

/**
 * What a key may be used for: `chat` language models, `embeddings` vectors and rerank, `3d` tasks,
 * `files` uploads, `catalogue` the lists of models, `metrics` the server's `/metrics` if an admin owns the key.
 */
export const keyScopes = ['chat', 'embeddings', '3d', 'files', 'catalogue', 'metrics'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Scopes of a key that is created without any. */
export const defaultKeyScopes = keyScopes.filter((scope) => scope !== 'metrics')

const keyScopesSchema = z
  .array(z.enum(keyScopes))
  .check(z.minLength(1), z.maxLength(keyScopes.length))

/** Keys that can be in use at once. */
export const keysMax = 100

const keyNameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))

/** A key of an API client, without the key itself: nobody can read that again. */
export const apiKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** How it begins: `sa-1f0c9a2b`. */
  prefix: z.string(),
  limits: keyLimitsSchema,
  scopes: keyScopesSchema,
  /** US dollars in this calendar month (UTC). */
  spentUsd: z.number().check(z.nonnegative()),
  createdAt: z.iso.datetime(),
  /** To the minute; absent until it is used. */
  lastUsedAt: z.optional(z.iso.datetime()),
  /** From then on it is refused; absent: never. */
  expiresAt: z.optional(z.iso.datetime()),
  revokedAt: z.optional(z.iso.datetime()),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** `GET /api/keys`: those in use newest first, then those revoked last. */
export const keyListSchema = z.object({
  keys: z.array(apiKeySchema),
  /** How many more are set with `BOZZETTO_API_KEYS`. */
  environmentKeyCount: z.int().check(z.nonnegative()),
})
export type KeyList = z.infer<typeof keyListSchema>

/** `POST /api/keys`. */
export const createKeySchema = z.object({
  name: keyNameSchema,
  limits: keyLimitsSchema,
  /** Absent: all but `metrics`. */
  scopes: z.optional(keyScopesSchema),
  /** Absent: never. */
  expiresInDays: z.optional(z.int().check(z.minimum(1), z.maximum(3_650))),
})
export type CreateKey = z.infer<typeof createKeySchema>

/** The one answer that holds the key. */
export const createdKeySchema = z.object({ key: apiKeySchema, secret: z.string() })
export type CreatedKey = z.infer<typeof createdKeySchema>

/** `PATCH /api/keys/:id`. */
export const changeKeySchema = z.object({
  name: z.optional(keyNameSchema),
  limits: z.optional(keyLimitsSchema),
  scopes: z.optional(keyScopesSchema),
})
export type ChangeKey = z.infer<typeof changeKeySchema>
