import { z } from 'zod'
import { idSchema } from './id.ts'

/** What one key may do. */
export const keyLimitsSchema = z.object({
  requestsPerMinute: z.number().int().min(1).max(10_000),
  /** Answers being written at once, streamed or not. */
  streams: z.number().int().min(1).max(100),
  /**
   * Most that a calendar month (UTC) may cost, in US dollars, as far as the services tell what they
   * ask. Absent: no limit.
   */
  monthlySpendUsd: z.number().positive().max(1_000_000).optional(),
})
export type KeyLimits = z.infer<typeof keyLimitsSchema>

/** What a key gets that is made without a word about limits, and each key of `BOZZETTO_API_KEYS`. */
export const defaultKeyLimits: KeyLimits = { requestsPerMinute: 60, streams: 8 }

/**
 * What a key may be used for: `chat` language models, `embeddings` vectors and rerank, `3d` tasks,
 * `files` uploads, `catalogue` the lists of models.
 */
export const keyScopes = ['chat', 'embeddings', '3d', 'files', 'catalogue'] as const
export type KeyScope = (typeof keyScopes)[number]

const keyScopesSchema = z.array(z.enum(keyScopes)).min(1).max(keyScopes.length)

/** Keys that can be in use at once. */
export const keysMax = 100

const keyNameSchema = z.string().trim().min(1).max(100)

/** A key of an API client, without the key itself: nobody can read that again. */
export const apiKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** How it begins: `sa-1f0c9a2b`. */
  prefix: z.string(),
  limits: keyLimitsSchema,
  scopes: keyScopesSchema,
  /** US dollars in this calendar month (UTC). */
  spentUsd: z.number().nonnegative(),
  createdAt: z.iso.datetime(),
  /** To the minute; absent until it is used. */
  lastUsedAt: z.iso.datetime().optional(),
  revokedAt: z.iso.datetime().optional(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

/** `GET /api/keys`: those in use newest first, then those revoked last. */
export const keyListSchema = z.object({
  keys: z.array(apiKeySchema),
  /** How many more are set with `BOZZETTO_API_KEYS`. */
  environmentKeyCount: z.number().int().nonnegative(),
})
export type KeyList = z.infer<typeof keyListSchema>

/** `POST /api/keys`. */
export const createKeySchema = z.object({
  name: keyNameSchema,
  limits: keyLimitsSchema,
  /** Absent: all. */
  scopes: keyScopesSchema.optional(),
})
export type CreateKey = z.infer<typeof createKeySchema>

/** The one answer that holds the key. */
export const createdKeySchema = z.object({ key: apiKeySchema, secret: z.string() })
export type CreatedKey = z.infer<typeof createdKeySchema>

/** `PATCH /api/keys/:id`. */
export const changeKeySchema = z.object({
  name: keyNameSchema.optional(),
  limits: keyLimitsSchema.optional(),
  scopes: keyScopesSchema.optional(),
})
export type ChangeKey = z.infer<typeof changeKeySchema>
