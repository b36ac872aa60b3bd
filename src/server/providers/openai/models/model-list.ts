import { adviseOnAddress, type UpstreamService } from '../../../ports/upstream-service.ts'
import { z } from 'zod'
import type { ChatModel } from '#contract/models.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { EmbeddingModel } from '../../../ports/embeddings.ts'
import type { VendorQuirks } from '../quirks/vendor-quirks.ts'
import { abilitiesIn } from './model-abilities.ts'
import { dayInList, toEnd } from './shutdown-day.ts'
import { parseAnswer } from '../../../json/parse-json.ts'

/** Maximum number of listed models, more than the largest known service offers. */
const modelsMax = 5_000

/**
 * Last second of the year 9999 in Unix time. Larger numbers are milliseconds, which some services
 * send.
 */
const latestSecond = 253_402_300_799

const shownName = z.string().trim().min(1).max(200).optional().catch(undefined)

const entrySchema = z.looseObject({
  id: z.string().min(1).max(180),
  /** Name for people in the lists of OpenRouter and Together. */
  name: shownName,
  display_name: shownName,
  context_length: z.number().int().positive().optional().catch(undefined),
  context_window: z.number().int().positive().optional().catch(undefined),
  max_model_len: z.number().int().positive().optional().catch(undefined),
  max_context_length: z.number().int().positive().optional().catch(undefined),
  created: z.number().int().positive().max(latestSecond).optional().catch(undefined),
  shutdown_date: dayInList,
})
const listSchema = z.union([
  z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data),
  z.object({ models: z.array(z.unknown()) }).transform(({ models }) => models),
  z.array(z.unknown()),
])

const isNoChat =
  /(^|[-_/])(text-)?(embed(ding)?s?|rerank(er)?|whisper|tts|dall-e|moderation|transcribe|realtime|sora)([-_/:.\d]|$)|gpt-image/i

const isForSorting = /rerank/i

/** Matches the names of embedding models, because model lists do not mark embedding models. */
const isForEmbeddings =
  /(^|[-_/])(text-)?embed(ding)?s?([-_/:.\d]|$)|(^|\/)embeddinggemma|(^|[-_/])(bge|gte|e5|minilm)-/i

/**
 * Returns the embedding models in the response of `GET …/models`, by name.
 * @throws as `parseModels`.
 */
export const parseEmbeddingModels = listNamed(
  (id) => isForEmbeddings.test(id) && !isForSorting.test(id),
)

export const parseRerankModels = listNamed((id) => isForSorting.test(id))

function listNamed(isWanted: (id: string) => boolean) {
  return (
    service: UpstreamService,
    { idPrefix = '' }: VendorQuirks,
    text: string,
  ): EmbeddingModel[] =>
    parseList(service, text)
      .slice(0, modelsMax)
      .flatMap((value) => {
        const entry = entrySchema.safeParse(value)
        if (!entry.success || !isWanted(entry.data.id)) return []
        const listed = entry.data.id
        const name = listed.startsWith(idPrefix) ? listed.slice(idPrefix.length) : listed
        return { id: `${service.id}/${name}`, name }
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/**
 * Returns the chat models in the response of `GET …/models`, by name.
 * @throws {HttpError} `provider_failed` if the text is not a model list.
 */
export function parseModels(
  service: UpstreamService,
  { idPrefix = '' }: VendorQuirks,
  text: string,
): ChatModel[] {
  const models: ChatModel[] = []
  for (const value of parseList(service, text).slice(0, modelsMax)) {
    const entry = entrySchema.safeParse(value)
    if (!entry.success || isNoChat.test(entry.data.id)) continue
    const {
      id: listed,
      name: ownName,
      display_name = ownName,
      context_length,
      context_window,
      max_model_len,
      max_context_length,
      created,
      shutdown_date,
    } = entry.data
    const id = listed.startsWith(idPrefix) ? listed.slice(idPrefix.length) : listed
    const contextTokens = context_length ?? context_window ?? max_model_len ?? max_context_length
    models.push({
      id: `${service.id}/${id}`,
      name: display_name ?? id,
      provider: service.id,
      description: '',
      kind: 'chat',
      ...(contextTokens !== undefined && { contextTokens }),
      ...(created !== undefined && { createdAt: created }),
      ...toEnd(shutdown_date),
      ...abilitiesIn(entry.data),
    })
  }
  return nameDuplicatesById(models).toSorted((a, b) =>
    a.name.localeCompare(b.name, 'en', { numeric: true }),
  )
}

/** Mistral lists aliases of a model under the name of the model. */
function nameDuplicatesById(models: readonly ChatModel[]): ChatModel[] {
  const counts = new Map<string, number>()
  for (const { name } of models) counts.set(name, (counts.get(name) ?? 0) + 1)
  return models.map((model) =>
    counts.get(model.name) === 1
      ? model
      : { ...model, name: model.id.slice(model.provider.length + 1) },
  )
}

function parseList(service: UpstreamService, text: string): unknown[] {
  try {
    return listSchema.parse(parseAnswer(text))
  } catch (cause) {
    throw new HttpError(
      'provider_failed',
      `${service.title} did not answer with a list of models. ${adviseOnAddress(service)}`,
      { cause },
    )
  }
}
