import type { Fields } from '#lib/fields.ts'

/**
 * Types of OpenAI's Responses API, for requests to services and for this server's
 * `/llm/v1/responses`.
 * Source: npm `openai` 7.59.0, `resources/responses/responses.d.ts`.
 */

export type InputPart =
  | { type: 'input_text'; text: string }
  | {
      type: 'input_image'
      image_url?: string | null
      file_id?: string | null
      detail?: 'low' | 'high' | 'auto' | 'original'
    }
  | {
      type: 'input_file'
      filename?: string
      file_data?: string
      file_url?: string
      file_id?: string | null
    }

export type OutputPart =
  | { type: 'output_text'; text: string; annotations: unknown[]; logprobs?: unknown[] }
  | { type: 'refusal'; refusal: string }

export type InputMessage = {
  type?: 'message'
  role: 'user' | 'assistant' | 'system' | 'developer'
  content: string | (InputPart | OutputPart)[]
}

export type OutputMessage = {
  type: 'message'
  id: string
  role: 'assistant'
  status?: ItemStatus
  /** `commentary` precedes tool calls, `final_answer` ends the turn. */
  phase?: 'commentary' | 'final_answer'
  content: OutputPart[]
}

export type ReasoningItem = {
  type: 'reasoning'
  id: string
  summary: { type: 'summary_text'; text: string }[]
  /** Unencrypted reasoning, which only open models return. */
  content?: { type: 'reasoning_text'; text: string }[]
  encrypted_content?: string | null
  status?: ItemStatus
}

export type FunctionCallItem = {
  type: 'function_call'
  id?: string
  call_id: string
  name: string
  /** Arguments as JSON text, as the model generated them. */
  arguments: string
  namespace?: string
  status?: ItemStatus
}

export type CustomToolCallItem = {
  type: 'custom_tool_call'
  id?: string
  call_id: string
  name: string
  input: string
  status?: ItemStatus
}

export type CallOutputItem = {
  type: 'function_call_output' | 'custom_tool_call_output'
  id?: string
  call_id: string
  output: string | InputPart[]
}

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

export type OutputItem = OutputMessage | ReasoningItem | FunctionCallItem | CustomToolCallItem
export type InputItem = InputMessage | OutputItem | CallOutputItem

export type FunctionTool = {
  type: 'function'
  name: string
  description?: string
  parameters: Fields | null
  /** In a request, absent and `null` mean true. */
  strict: boolean | null
}

export type CustomTool = {
  type: 'custom'
  name: string
  description?: string
  format?: { type: 'text' } | { type: 'grammar'; syntax: 'lark' | 'regex'; definition: string }
}

export type ToolChoice =
  | 'auto'
  | 'none'
  | 'required'
  | { type: 'function' | 'custom'; name: string }
  | { type: 'allowed_tools'; mode: 'auto' | 'required'; tools: Fields[] }

export type ResponsesUsage = {
  /** Includes tokens that were read from or written to the cache. */
  input_tokens: number
  input_tokens_details?: { cached_tokens?: number; cache_write_tokens?: number }
  /** Includes reasoning tokens. */
  output_tokens: number
  output_tokens_details?: { reasoning_tokens?: number }
  total_tokens: number
}

export type ResponseStatus =
  | 'completed'
  | 'failed'
  | 'in_progress'
  | 'cancelled'
  | 'queued'
  | 'incomplete'

export type ResponseObject = {
  id: string
  object: 'response'
  created_at: number
  status: ResponseStatus
  model: string
  output: OutputItem[]
  error: { code: string; message: string } | null
  incomplete_details: { reason: string } | null
  usage?: ResponsesUsage | null
}

type AtItem = { item_id: string; output_index: number }

/** An event of a streamed response. `sequence_number` starts at 0. */
export type ResponseEvent = { sequence_number: number } & (
  | {
      type:
        | 'response.created'
        | 'response.queued'
        | 'response.in_progress'
        | 'response.completed'
        | 'response.incomplete'
        | 'response.failed'
      response: ResponseObject
    }
  | {
      type: 'response.output_item.added' | 'response.output_item.done'
      output_index: number
      item: OutputItem
    }
  | (AtItem & {
      type: 'response.content_part.added' | 'response.content_part.done'
      content_index: number
      part: OutputPart
    })
  | (AtItem & {
      type: 'response.output_text.delta' | 'response.refusal.delta'
      content_index: number
      delta: string
      logprobs?: unknown[]
    })
  | (AtItem & {
      type: 'response.output_text.done'
      content_index: number
      text: string
      logprobs?: unknown[]
    })
  | (AtItem & { type: 'response.refusal.done'; content_index: number; refusal: string })
  | (AtItem & {
      type: 'response.output_text.annotation.added'
      content_index: number
      annotation_index: number
      annotation: Fields
    })
  | (AtItem & {
      type: 'response.reasoning_summary_part.added' | 'response.reasoning_summary_part.done'
      summary_index: number
      part: { type: 'summary_text'; text: string }
    })
  | (AtItem & {
      type: 'response.reasoning_summary_text.delta'
      summary_index: number
      delta: string
    })
  | (AtItem & {
      type: 'response.reasoning_summary_text.done'
      summary_index: number
      text: string
    })
  | (AtItem & { type: 'response.reasoning_text.delta'; content_index: number; delta: string })
  | (AtItem & { type: 'response.reasoning_text.done'; content_index: number; text: string })
  | (AtItem & {
      type: 'response.function_call_arguments.delta' | 'response.custom_tool_call_input.delta'
      delta: string
    })
  | (AtItem & { type: 'response.function_call_arguments.done'; arguments: string })
  | (AtItem & { type: 'response.custom_tool_call_input.done'; input: string })
  | { type: 'error'; code: string | null; message: string; param: string | null }
)

/**
 * Message field with the output items of an answer. The next request sends the items back
 * unchanged.
 */
export const responseItemsField = 'response_items'

export type KeptItems = {
  /** The model's name on the service. Other models cannot decrypt the reasoning. */
  model: string
  items: OutputItem[]
}
