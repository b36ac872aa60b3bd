import { asList, isRecord } from '#lib/fields.ts'
import type { ChatRequestBody } from '../chat-body.ts'
import { withField } from '../chat-body.ts'
import type { ClientConnection } from '../client-connection.ts'
import { createLearnedFields } from '../quirks/learned-fields.ts'
import { withKnownEfforts } from '../quirks/known-efforts.ts'
import { applyRules, rulesFor } from '../quirks/model-rules.ts'
import type { VendorQuirks } from '../quirks/vendor-quirks.ts'
import type { ChatDialect } from '../stream-chat.ts'
import { createResponsesReader } from './responses-answer.ts'
import { toResponsesRequest } from './responses-request.ts'

const droppable = [
  'temperature',
  'top_p',
  'top_logprobs',
  'parallel_tool_calls',
  'reasoning.summary',
  'reasoning.effort',
  'reasoning',
  'text.verbosity',
  'stream_options',
  'include',
  'store',
  'service_tier',
  'user',
  'metadata',
  'safety_identifier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
]

export const createResponsesDialect = (
  connection: Pick<ClientConnection, 'service' | 'secrets'>,
  quirks: VendorQuirks = {},
  knownAs?: string,
): ChatDialect => {
  const learned = createLearnedFields({ droppable, otherNames: {}, effort: 'reasoning.effort' })
  return {
    toBody: (asked) =>
      withKnownEfforts(asked, knownAs, (known) => {
        const { refuses, efforts } = rulesFor(asked.model, quirks)
        const { request, leftOut } = applyRules(asked, { refuses, efforts: known ?? efforts })
        const body = toResponsesRequest(request, quirks)
        return learned.apply(asked.model, { ...body, leftOut: [...leftOut, ...body.leftOut] })
      }),
    amend: ({ model }, body, text) =>
      withoutReasoning(body, text) ?? learned.learn(model, body, text),
    openReader: ({ model }) => createResponsesReader(connection, model),
  }
}

/**
 * Matches refusals of reasoning items: another organization's key has encrypted them, or the item
 * that must follow is missing.
 */
const isAboutItems =
  /encrypted.?content|item (?:with id )?['"“]?rs_|['"“]reasoning['"”] .*required following item/i

/**
 * Returns the request without earlier reasoning items, or `undefined` if the refusal has another
 * reason.
 */
function withoutReasoning(body: ChatRequestBody, text: string): ChatRequestBody | undefined {
  const input = asList(body.fields['input'])
  const left = input.filter((item) => !isRecord(item) || item['type'] !== 'reasoning')
  if (left.length === input.length || !isAboutItems.test(text)) return undefined
  // Ids of messages and calls are removed too, because they refer to the removed reasoning.
  const items = left.map((item) => (isRecord(item) ? withField(item, 'id', undefined) : item))
  return { ...body, fields: { ...body.fields, input: items } }
}
