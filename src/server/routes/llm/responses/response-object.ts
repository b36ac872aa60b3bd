import { asRecord, type Fields } from '#lib/fields.ts'
import { toUsage } from '../../../chat/completions/usage.ts'
import { usageDetails } from '../../../chat/completions/usage-details.ts'
import type { ResponsesUsage, ResponseStatus } from '../../../providers/openai/responses/wire.ts'
import type { ResponseRequest } from './response-request.ts'

export type ResponseHead = {
  id: string
  createdAt: number
  model: string
  request: ResponseRequest
  isStored: boolean
}

export type ResponseState = {
  status: ResponseStatus
  output: readonly object[]
  error?: { code: string; message: string }
  incompleteReason?: string
  usage?: ResponsesUsage
}

/**
 * Returns a function that formats a response in any state as JSON. The request's fields are
 * serialized once, because a stream contains them three times.
 */
export function createResponseJson({ id, createdAt, model, request, isStored }: ResponseHead) {
  const echoed = JSON.stringify({
    id,
    object: 'response',
    created_at: createdAt,
    background: false,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: null,
    model,
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: { effort: request.reasoning?.effort ?? null, summary: summaryIn(request) },
    service_tier: 'default',
    store: isStored,
    temperature: request.temperature ?? 1,
    text: { ...asRecord(request.text), format: request.text?.format ?? { type: 'text' } },
    tool_choice: request.tool_choice ?? 'auto',
    tools: request.tools ?? [],
    top_logprobs: request.top_logprobs ?? 0,
    top_p: request.top_p ?? 1,
    truncation: 'disabled',
    user: request['user'] ?? null,
    metadata: request['metadata'] ?? {},
  }).slice(0, -1)
  return ({ status, output, error, incompleteReason, usage }: ResponseState): string => {
    const state = JSON.stringify({
      status,
      output,
      error: error ?? null,
      incomplete_details: incompleteReason === undefined ? null : { reason: incompleteReason },
      usage: usage ?? null,
    })
    return `${echoed},${state.slice(1)}`
  }
}

const summaryIn = ({ reasoning }: ResponseRequest): unknown =>
  asRecord(reasoning)['summary'] ?? null

/**
 * Converts the usage of an answer to the field names of the Responses API. Returns zeros if the
 * service reported no usage.
 */
export function toResponsesUsage(told: Fields | undefined): ResponsesUsage {
  const { promptTokens, completionTokens } = (told && toUsage(told)) ?? {
    promptTokens: 0,
    completionTokens: 0,
  }
  const { cachedTokens = 0, reasoningTokens = 0 } = told ? usageDetails(told) : {}
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: promptTokens + completionTokens,
  }
}
