import { z } from 'zod'
import type { ChatModel } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import { adviseOnAddress, type UpstreamService } from '../../ports/upstream-service.ts'
import { abilitiesIn } from '../openai/models/model-abilities.ts'
import { dayInList, toEnd } from '../openai/models/shutdown-day.ts'

export type MessagesModel = {
  name: string
  listed: ChatModel
  answerTokensMax?: number
  thinking?: string[]
  efforts?: string[]
}

const count = z.number().int().positive().nullish().catch(undefined)
const supported = z.object({ supported: z.boolean() }).nullish().catch(undefined)
const named = z.record(z.string(), z.unknown()).nullish().catch(undefined)
const entrySchema = z.looseObject({
  id: z.string().min(1).max(180),
  display_name: z.string().max(200).nullish().catch(undefined),
  lifecycle: z.string().nullish().catch(undefined),
  max_input_tokens: count,
  max_tokens: count,
  created_at: dayInList,
  retires_at: dayInList,
  capabilities: z
    .looseObject({
      image_input: supported,
      pdf_input: supported,
      thinking: z.looseObject({ supported: z.boolean(), types: named }).nullish().catch(undefined),
      effort: z.looseObject({ supported: z.boolean() }).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
})
const pageSchema = z.looseObject({
  data: z.array(z.unknown()),
  has_more: z.boolean().nullish().catch(undefined),
  last_id: z.string().nullish().catch(undefined),
})

export type ModelPage = {
  models: MessagesModel[]
  after?: string
}

/**
 * Parses one page of `GET /v1/models` and leaves retired models out.
 * @throws {HttpError} `provider_failed` if the text is not a model list.
 */
export function parseModelPage(service: UpstreamService, text: string): ModelPage {
  let page: z.infer<typeof pageSchema>
  try {
    page = pageSchema.parse(parseAnswer(text))
  } catch (cause) {
    throw new HttpError(
      'provider_failed',
      `${service.title} did not answer with a list of models. ${adviseOnAddress(service)}`,
      { cause },
    )
  }
  const { data, has_more: hasMore, last_id: lastId } = page
  const models = data.flatMap((value) => {
    const entry = entrySchema.safeParse(value)
    return entry.success && entry.data.lifecycle !== 'retired'
      ? [getModel(service, entry.data)]
      : []
  })
  return { models, ...(hasMore && lastId && { after: lastId }) }
}

function getModel(service: UpstreamService, entry: z.infer<typeof entrySchema>): MessagesModel {
  const { id, display_name: shown, capabilities, max_input_tokens, max_tokens } = entry
  const { created_at: created, retires_at: retires } = entry
  const createdAt = created ? Date.parse(created) / 1000 : 0
  const thinking = capabilities?.thinking
  const effort = capabilities?.effort
  const efforts = effort && (effort.supported ? namesIn(effort) : [])
  const isRich = capabilities !== undefined && capabilities !== null
  // Compatible servers may send the shorter model list of OpenAI's format.
  const abilities = isRich
    ? {
        canUseTools: true,
        ...(capabilities.image_input && { canSee: capabilities.image_input.supported }),
        ...(capabilities.image_input && { inputs: inputsIn(capabilities) }),
        ...(thinking && { canReason: thinking.supported }),
      }
    : abilitiesIn(entry)
  return {
    name: id,
    listed: {
      id: `${service.id}/${id}`,
      name: shown || id,
      provider: service.id,
      description: '',
      kind: 'chat',
      ...(max_input_tokens && { contextTokens: max_input_tokens }),
      ...(max_tokens && { answerTokensMax: max_tokens }),
      ...(Number.isSafeInteger(createdAt) && createdAt > 0 && { createdAt }),
      ...(efforts && efforts.length > 0 && { efforts }),
      ...toEnd(retires),
      ...abilities,
    },
    ...(max_tokens && { answerTokensMax: max_tokens }),
    ...(thinking && { thinking: thinking.supported ? namesIn(thinking.types) : [] }),
    ...(efforts && { efforts }),
  }
}

const inputsIn = (
  of: NonNullable<z.infer<typeof entrySchema>['capabilities']>,
): NonNullable<ChatModel['inputs']> => [
  ...(of.image_input?.supported ? ['image'] : []),
  ...(of.pdf_input?.supported ? ['pdf'] : []),
]

const namesIn = (fields: Record<string, unknown> | null | undefined): string[] =>
  Object.entries(fields ?? {}).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && 'supported' in value && value.supported === true
      ? [name]
      : [],
  )
