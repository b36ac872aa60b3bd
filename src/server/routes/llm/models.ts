import type { Context } from 'hono'
import { z } from 'zod'
import { aliasProviderId } from '#contract/model-aliases.ts'
import type { ChatModel } from '#contract/models.ts'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { nearNames } from '../../reading/near-names.ts'

/** One model, as `GET …/models` lists it. */
export const llmModelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number().int().meta({ description: 'Always 0: no service reports it reliably.' }),
  owned_by: z.string().meta({ description: 'The provider that answers.' }),
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

/** `GET …/models`: the models that can chat, in the form of who asks. */
export const listLlmModels = (catalogue: Catalogue) => async (c: Context) => {
  const models = await chatModels(catalogue, c.req.raw.signal)
  if (asksAsAnthropic(c)) return c.json(pageOf(models, c))
  return c.json({
    object: 'list',
    data: models.map(toLlmModel),
  } satisfies z.infer<typeof llmModelListSchema>)
}

/** Anthropic's own clients name the version of its interface, and no others do. */
const asksAsAnthropic = (c: Context): boolean => c.req.header('anthropic-version') !== undefined

/** A page as Anthropic has it: from after `after_id` or before `before_id`, 20 unless `limit` says more. */
function pageOf(models: readonly ChatModel[], c: Context) {
  const asked = Number(c.req.query('limit') ?? 20)
  const limit = Number.isSafeInteger(asked) ? Math.min(Math.max(asked, 1), 1_000) : 20
  const placeOf = (id: string | undefined) => models.findIndex((model) => model.id === id)
  const before = placeOf(c.req.query('before_id'))
  const start = before >= 0 ? Math.max(0, before - limit) : placeOf(c.req.query('after_id')) + 1
  const end = before >= 0 ? before : start + limit
  const data = models.slice(start, end).map(toAnthropicModel)
  return {
    data,
    has_more: before >= 0 ? start > 0 : end < models.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  }
}

const toAnthropicModel = ({ id, name, contextTokens }: ChatModel) => ({
  type: 'model' as const,
  id,
  display_name: name,
  // No service tells it reliably.
  created_at: new Date(0).toISOString(),
  ...(contextTokens !== undefined && { max_input_tokens: contextTokens }),
})

/** `GET …/models/{id}`; the id may hold slashes, and may leave its provider out. */
export const findLlmModel = (catalogue: Catalogue) => async (c: Context) => {
  const id = c.req.param('id') ?? ''
  const models = await chatModels(catalogue, c.req.raw.signal)
  const bare = models.filter((model) => model.id === `${model.provider}/${id}`)
  const found =
    models.find((model) => model.id === id) ??
    bare.find((model) => model.provider === aliasProviderId) ??
    (bare.length === 1 ? bare[0] : undefined)
  if (found) return c.json(asksAsAnthropic(c) ? toAnthropicModel(found) : toLlmModel(found))
  // One that is switched off, or that several services have, is told in its own words.
  await catalogue.chat(id, c.req.raw.signal)
  const near = nearNames(
    id,
    models.map((model) => model.id),
  )
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  throw new HttpError('unknown_model', `No chat model is called “${cutText(id, 200)}”.${hint}`)
}

async function chatModels(catalogue: Catalogue, signal: AbortSignal): Promise<ChatModel[]> {
  const { models } = await catalogue.list(signal)
  return models.filter((model) => model.kind === 'chat')
}

const toLlmModel = ({ id, name, provider, description, contextTokens }: ChatModel) =>
  ({
    id,
    object: 'model',
    created: 0,
    owned_by: provider,
    metadata: {
      name,
      description,
      ...(contextTokens !== undefined && { context_length: contextTokens }),
    },
  }) satisfies z.infer<typeof llmModelSchema>
