import type { Context } from 'hono'
import { z } from 'zod'
import { aliasProviderId } from '#contract/model-aliases.ts'
import type { ChatModel, ChatPrice } from '#contract/models.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { nearNames } from '../../reading/near-names.ts'

export const llmModelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number().int().meta({ description: 'Unix seconds; 0 if the service does not say.' }),
  owned_by: z.string().meta({ description: 'The service that answers.' }),
  context_length: z.number().int().positive().optional(),
  max_output_tokens: z.number().int().positive().optional(),
  architecture: z
    .object({ input_modalities: z.array(z.string()), output_modalities: z.array(z.string()) })
    .meta({ description: 'As OpenRouter lists it; only modalities that are known.' }),
  pricing: z
    .object({
      prompt: z.string(),
      completion: z.string(),
      input_cache_read: z.string().optional(),
      input_cache_write: z.string().optional(),
    })
    .optional()
    .meta({
      description: 'US dollars for one token; absent if the price is not known in dollars.',
    }),
  shutdown_date: z.iso.date().optional().meta({ description: 'The service switches it off then.' }),
  metadata: z.object({
    name: z.string(),
    description: z.string(),
    context_length: z.number().int().positive().optional(),
  }),
})

export const llmModelListSchema = z.object({
  object: z.literal('list'),
  data: z.array(llmModelSchema),
})

/** Handles `GET …/models`: lists the chat models in OpenAI's or Anthropic's format. */
export const listLlmModels = (catalogue: Catalogue) => async (c: Context) => {
  const models = await chatModels(catalogue, c.req.raw.signal)
  if (asksAsAnthropic(c)) return c.json(getPage(models, c))
  return c.json({
    object: 'list',
    data: models.map(toLlmModel),
  } satisfies z.infer<typeof llmModelListSchema>)
}

/**
 * Returns whether a client of Anthropic's API sent the request. Only these clients send this
 * version header.
 */
const asksAsAnthropic = (c: Context): boolean => c.req.header('anthropic-version') !== undefined

/**
 * Returns a page of models as Anthropic's API does: after `after_id` or before `before_id`, with
 * `limit` or 20 models.
 */
function getPage(models: readonly ChatModel[], c: Context) {
  const asked = Number(c.req.query('limit') ?? 20)
  const limit = Number.isSafeInteger(asked) ? Math.min(Math.max(asked, 1), 1_000) : 20
  const getPlace = (id: string | undefined) => models.findIndex((model) => model.id === id)
  const before = getPlace(c.req.query('before_id'))
  const start = before >= 0 ? Math.max(0, before - limit) : getPlace(c.req.query('after_id')) + 1
  const end = before >= 0 ? before : start + limit
  const data = models.slice(start, end).map(toAnthropicModel)
  return {
    data,
    has_more: before >= 0 ? start > 0 : end < models.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  }
}

const toAnthropicModel = ({ id, name, contextTokens, createdAt = 0, ...more }: ChatModel) => ({
  type: 'model' as const,
  id,
  display_name: name,
  created_at: new Date(createdAt * 1000).toISOString(),
  ...(contextTokens !== undefined && { max_input_tokens: contextTokens }),
  ...(more.answerTokensMax !== undefined && { max_tokens: more.answerTokensMax }),
  ...(more.endsOn !== undefined && { retires_at: `${more.endsOn}T00:00:00Z` }),
})

/** Handles `GET …/models/{id}`. The id may contain slashes and may omit the provider. */
export const findLlmModel = (catalogue: Catalogue) => async (c: Context) => {
  const id = c.req.param('id') ?? ''
  const models = await chatModels(catalogue, c.req.raw.signal)
  const bare = models.filter((model) => model.id === `${model.provider}/${id}`)
  const found =
    models.find((model) => model.id === id) ??
    bare.find((model) => model.provider === aliasProviderId) ??
    (bare.length === 1 ? bare[0] : undefined)
  if (found) return c.json(asksAsAnthropic(c) ? toAnthropicModel(found) : toLlmModel(found))
  // Throws a specific error for a model that is disabled or that several services list.
  await catalogue.chat(id, c.req.raw.signal)
  const near = nearNames(
    id,
    models.map((model) => model.id),
  )
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  throw new HttpError('unknown_model', `No chat model is called “${cutText(id, 200)}”.${hint}`)
}

/** Returns the input types by OpenRouter's names, which calls PDF documents `file`. */
function getInputs({ inputs = [], canSee }: Pick<ChatModel, 'inputs' | 'canSee'>): string[] {
  const seen = canSee === true ? ['image'] : []
  const others = inputs.map((name) => (name === 'pdf' ? 'file' : name))
  return [...new Set(['text', ...seen, ...others])]
}

/**
 * Formats a price per token with twelve decimals. Unlike `String`, `toFixed` writes no exponent.
 */
function perToken(million: number): string {
  let text = (million / 1_000_000).toFixed(12)
  while (text.endsWith('0')) text = text.slice(0, -1)
  return text.endsWith('.') ? text.slice(0, -1) : text
}

function toPricing({ prompt, completion, cached, cacheWrite }: ChatPrice) {
  return {
    prompt: perToken(prompt),
    completion: perToken(completion),
    ...(cached !== undefined && { input_cache_read: perToken(cached) }),
    ...(cacheWrite !== undefined && { input_cache_write: perToken(cacheWrite) }),
  }
}

async function chatModels(catalogue: Catalogue, signal: AbortSignal): Promise<ChatModel[]> {
  const { models } = await catalogue.list(signal)
  return models.filter((model) => model.kind === 'chat')
}

const toLlmModel = ({ id, name, provider, description, contextTokens, ...more }: ChatModel) =>
  ({
    id,
    object: 'model',
    created: more.createdAt ?? 0,
    owned_by: provider,
    ...(contextTokens !== undefined && { context_length: contextTokens }),
    ...(more.answerTokensMax !== undefined && { max_output_tokens: more.answerTokensMax }),
    architecture: {
      input_modalities: getInputs(more),
      output_modalities: more.canDraw === true ? ['text', 'image'] : ['text'],
    },
    ...(more.price?.currency === 'USD' && { pricing: toPricing(more.price) }),
    ...(more.endsOn !== undefined && { shutdown_date: more.endsOn }),
    metadata: {
      name,
      description,
      ...(contextTokens !== undefined && { context_length: contextTokens }),
    },
  }) satisfies z.infer<typeof llmModelSchema>
