import { z } from 'zod'
import { completionRequestSchema } from '../llm/completion-request.ts'
import { responseRequestSchema } from '../llm/responses/response-request.ts'
import { textCompletionRequestSchema } from '../llm/text-completions.ts'
import { llmModelListSchema, llmModelSchema } from '../llm/models.ts'
import { mediaSchemas } from './media-schemas.ts'

/*
 * Response objects are open: fields may be added within a version, so clients must accept unknown
 * fields.
 */

const usage = z.looseObject({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
})

const chatMessage = z.looseObject({
  role: z.literal('assistant'),
  content: z.string().nullable(),
  reasoning_content: z.string().optional().meta({ description: 'The model’s reasoning.' }),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string(),
        type: z.string(),
        function: z.looseObject({ name: z.string(), arguments: z.string() }),
      }),
    )
    .optional(),
})

const toolCallDelta = z.looseObject({
  index: z.int(),
  id: z.string().optional(),
  type: z.string().optional(),
  function: z
    .looseObject({ name: z.string().optional(), arguments: z.string().optional() })
    .optional(),
})

const completion = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int().meta({ description: 'Unix seconds.' }),
  model: z.string().meta({ description: 'As the request named it.' }),
  choices: z.array(
    z.looseObject({
      index: z.literal(0),
      message: chatMessage,
      finish_reason: z.string().meta({
        description:
          '`stop`, `length`, `tool_calls`, `content_filter` or another value of the service.',
      }),
    }),
  ),
  usage: usage.optional(),
})

const completionChunk = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.literal(0),
      delta: chatMessage.partial().extend({ tool_calls: z.array(toolCallDelta).optional() }),
      finish_reason: z.string().nullable(),
    }),
  ),
  usage: usage.nullish(),
})

const llmError = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable().meta({ description: 'The field that is not valid.' }),
    code: z.string().nullable(),
  }),
  message: z.string(),
})

const messagesError = z.looseObject({
  type: z.literal('error'),
  error: z.looseObject({ type: z.string(), message: z.string() }),
})

const params = z.record(z.string(), z.unknown()).meta({
  description:
    'According to the model’s param schema: `GET /api/v1/skill/model-contracts/{id}` has it.',
})

const generationRequest = z.looseObject({
  model: z.string().optional().meta({
    description: 'Id of a 3D model; may be given in the header `X-Model` instead.',
  }),
  input: z.array(z.looseObject({ params })).length(1),
})

const generationCreated = z.looseObject({
  id: z.string(),
  created_at: z.int().meta({ description: 'Unix seconds.' }),
  status: z.literal('in_progress'),
  model: z.string(),
})

const generationTask = z.looseObject({
  id: z.string(),
  created_at: z.int().meta({ description: 'Unix seconds.' }),
  status: z.enum(['in_progress', 'completed', 'failed']),
  model: z.string(),
  progress: z.number().min(0).max(1).optional(),
  output: z
    .array(
      z.looseObject({
        content: z.array(
          z.looseObject({
            type: z.string(),
            format: z.string().optional().meta({ description: 'For example `glb`.' }),
            url: z.string().meta({
              description: 'Signed URL, valid for 24 hours. Fetch the task again to get a new one.',
            }),
          }),
        ),
      }),
    )
    .optional(),
  usage: z
    .looseObject({
      cost: z.string().meta({ description: 'A number as a string; empty if unknown.' }),
    })
    .optional(),
  error: z
    .looseObject({ code: z.int(), message: z.string(), error_message: z.string() })
    .optional(),
  metadata: z
    .looseObject({ in_queue_at: z.number(), completed_at: z.number().optional() })
    .optional(),
})

/** Event of a task's stream. Only `progress` and `done` contain the whole task. */
const generationEvent = generationTask.partial().required({ id: true, status: true })

const generationWait = z.looseObject({
  id: z.string(),
  status: z.literal('in_progress'),
  error: z.looseObject({ code: z.literal('SYNC_TIMEOUT'), message: z.string() }),
  message: z.string(),
})

const precharge = z.looseObject({
  status: z.enum(['success', 'failed']),
  data: z.looseObject({
    model: z.string(),
    original_model: z.string(),
    hash: z.string(),
    cost: z.string().nullable().meta({ description: 'A number as text; null where unknown.' }),
    currency: z.enum(['USD', 'credit']).optional(),
    reason: z.string().optional().meta({ description: '`COST_CACHE_MISS` on a miss.' }),
  }),
})

const generationError = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    error_message: z.string(),
    issues: z
      .array(z.looseObject({ path: z.string(), message: z.string() }))
      .optional()
      .meta({
        description: 'Each param that is not valid, and what it may be.',
      }),
  }),
  message: z.string(),
})

const upload = z.looseObject({
  file_token: z.string(),
  url: z.string(),
  object: z.looseObject({ bucket: z.string(), key: z.string() }),
  type: z.string(),
})

const queued = z.looseObject({
  request_id: z.string(),
  status: z.literal('IN_QUEUE'),
  queue_position: z.int(),
  response_url: z.string(),
  status_url: z.string(),
  cancel_url: z.string(),
})

const queueCancel = z.looseObject({
  request_id: z.string(),
  status: z.literal('CANCELLATION_REQUESTED'),
})

const queueStatus = z.looseObject({
  request_id: z.string(),
  status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']),
  response_url: z.string(),
  queue_position: z.int().optional(),
  progress: z.number().optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  error_type: z.string().optional(),
})

const queueResult = z.looseObject({
  request_id: z.string(),
  status: z.literal('COMPLETED'),
  outputs: z.array(
    z.looseObject({
      type: z.string(),
      url: z.string(),
      content_type: z.string(),
      file_name: z.string(),
      file_size: z.int(),
    }),
  ),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  error_type: z.string().optional(),
  metadata: z.looseObject({}).optional(),
})

const skillSearch = z.looseObject({
  hits: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      provider: z.string(),
      description: z.string(),
      input: z.array(z.string()),
      output: z.array(z.string()),
      skill_content: z.string(),
    }),
  ),
  query: z.string(),
  limit: z.int(),
  totalHits: z.int(),
})

const envelope = z.looseObject({
  status: z.looseObject({ code: z.int(), message: z.string() }),
  data: z.looseObject({}).nullable(),
})

const textCompletion = z.looseObject({
  id: z.string(),
  object: z.literal('text_completion'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.looseObject({ index: z.int(), text: z.string(), finish_reason: z.string().nullable() }),
  ),
  usage: usage.nullish(),
})

const responseItem = z.looseObject({ id: z.string(), type: z.string() })

const response = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.int().meta({ description: 'Unix seconds.' }),
  status: z.enum(['completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete']),
  model: z.string(),
  output: z.array(responseItem),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z.looseObject({ reason: z.string() }).nullable(),
  usage: z
    .looseObject({ input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() })
    .nullish(),
})

const responseDeleted = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  deleted: z.literal(true),
})

const responseEvent = z.looseObject({
  type: z.string(),
  sequence_number: z.int(),
  response: response.optional(),
  item: responseItem.optional(),
  item_id: z.string().optional(),
  output_index: z.int().optional(),
  delta: z.string().optional(),
})

const libraryModel = z.looseObject({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  type: z.string().meta({ description: 'File extension, such as `glb`.' }),
  size_bytes: z.int(),
  triangles: z.int().nullable(),
  version_of: z.string().nullable().meta({ description: 'The model from which it was made.' }),
  has_thumbnail: z.boolean(),
})

const libraryPage = z.looseObject({
  models: z.array(libraryModel),
  next: z.string().nullable(),
})

export const schemas = {
  ChatCompletionRequest: completionRequestSchema,
  ChatCompletion: completion,
  ChatCompletionChunk: completionChunk,
  TextCompletionRequest: textCompletionRequestSchema,
  TextCompletion: textCompletion,
  ResponseRequest: responseRequestSchema,
  Response: response,
  ResponseEvent: responseEvent,
  ResponseDeleted: responseDeleted,
  ...mediaSchemas,
  LlmModel: llmModelSchema,
  LlmModelList: llmModelListSchema,
  LlmError: llmError,
  MessagesError: messagesError,
  GenerationRequest: generationRequest,
  GenerationCreated: generationCreated,
  GenerationTask: generationTask,
  GenerationEvent: generationEvent,
  GenerationWait: generationWait,
  Precharge: precharge,
  GenerationError: generationError,
  Upload: upload,
  LibraryModel: libraryModel,
  LibraryPage: libraryPage,
  Queued: queued,
  QueueCancel: queueCancel,
  QueueStatus: queueStatus,
  QueueResult: queueResult,
  SkillSearch: skillSearch,
  CatalogueAnswer: envelope,
} satisfies Record<string, z.ZodType>

export type SchemaName = keyof typeof schemas
