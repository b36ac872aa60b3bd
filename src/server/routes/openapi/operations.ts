import { mediaOperations } from './media-operations.ts'
import type { Content, Group, Operation } from './operation.ts'
import type { SchemaName } from './schemas.ts'

export const groups: Record<Group, { about: string; error: SchemaName }> = {
  Chat: {
    about: 'Language models in OpenAI’s format. Conversations are not stored.',
    error: 'LlmError',
  },
  Generation: { about: '3D models as tasks: create, follow, download.', error: 'GenerationError' },
  Queue: { about: 'The same tasks as a queue.', error: 'GenerationError' },
  Files: { about: 'Upload pictures, download models, read the library.', error: 'GenerationError' },
  Catalogue: {
    about: 'Available models and their params.',
    error: 'CatalogueAnswer',
  },
}

const ok = (...content: Content[]) => ({ 200: { description: 'Done.', content } })
const modelHeader = {
  'X-Model':
    'Names the model in place of the body. If both are given and differ, the answer is a 400.',
}
const createHeaders = {
  ...modelHeader,
  'Idempotency-Key':
    'For 24 hours, the same key and body return the same task; the same key with another body is a 409.',
}

const paramsExample = {
  file: { type: 'png', url: 'https://example.com/robot.png' },
  face_limit: 20_000,
}
const generationExample = { model: 'local/image-to-3d', input: [{ params: paramsExample }] }

/** Describes an operation that forwards the service's response unchanged. */
const handedOn = (path: string, aliases: string[], summary: string): Operation => ({
  method: 'post',
  path,
  ...(aliases.length > 0 && { aliases }),
  group: 'Chat',
  summary,
  description:
    'Forwarded to the connection of the model. Ids are those of the list of models, or a name that exactly one connection has.',
  request: [{ type: 'application/json' }],
  answers: ok({ type: 'application/json' }, { type: 'text/event-stream' }),
})

const storedResponse = {
  path: '/llm/v1/responses/{id}',
  aliases: ['/llm/responses/{id}', '/llm/openai/v1/responses/{id}'],
  group: 'Chat',
} satisfies Partial<Operation>

export const operations: readonly Operation[] = [
  {
    method: 'post',
    path: '/llm/v1/chat/completions',
    aliases: ['/llm/chat/completions', '/llm/openai/v1/chat/completions'],
    group: 'Chat',
    summary: 'Create a chat completion',
    description:
      'With `stream` the answer comes as server-sent events: one chunk per event, comments every 15 s while there is nothing to send, `data: [DONE]` at the end. An error after the first chunk is sent as an event named `error` with an error body. Fields that are not listed are passed to the service unchanged.',
    headers: modelHeader,
    request: [{ json: 'ChatCompletionRequest' }],
    example: {
      model: 'bozzetto/guide',
      messages: [{ role: 'user', content: 'What can I make here?' }],
      stream: true,
    },
    answers: ok({ json: 'ChatCompletion' }, { events: 'ChatCompletionChunk' }),
  },
  {
    method: 'get',
    path: '/llm/v1/models',
    aliases: ['/llm/models', '/llm/openai/v1/models'],
    group: 'Chat',
    summary: 'List chat models',
    answers: ok({ json: 'LlmModelList' }),
  },
  {
    method: 'get',
    path: '/llm/v1/models/{model}',
    aliases: ['/llm/models/{model}', '/llm/openai/v1/models/{model}'],
    group: 'Chat',
    summary: 'Get a model',
    answers: ok({ json: 'LlmModel' }),
  },
  {
    method: 'post',
    path: '/llm/v1/responses',
    aliases: ['/llm/responses', '/llm/openai/v1/responses'],
    group: 'Chat',
    summary: 'Create a response (OpenAI Responses)',
    description:
      'For every chat model. Function tools, custom tools, namespaces, pictures, files and reasoning items are translated; tools that run at OpenAI need a connection to OpenAI, Azure or xAI. Unless `store` is false, `previous_response_id` and `item_reference` work for an hour with the same key.',
    headers: modelHeader,
    request: [{ json: 'ResponseRequest' }],
    example: { model: 'bozzetto/guide', input: 'What can I make here?' },
    answers: ok({ json: 'Response' }, { events: 'ResponseEvent' }),
  },
  {
    ...storedResponse,
    method: 'get',
    summary: 'Get a response',
    description:
      'For an hour, with the key that created it, unless `store` was false. Responses that the service of a model created itself cannot be read here.',
    answers: ok({ json: 'Response' }),
  },
  {
    ...storedResponse,
    method: 'delete',
    summary: 'Delete a response',
    description: 'It can then be neither read nor continued.',
    answers: ok({ json: 'ResponseDeleted' }),
  },
  {
    ...handedOn(
      '/llm/v1/messages',
      ['/llm/messages', '/llm/anthropic/v1/messages'],
      'Create a message (Anthropic Messages)',
    ),
    error: 'MessagesError',
  },
  {
    ...handedOn(
      '/llm/v1/messages/count_tokens',
      ['/llm/messages/count_tokens', '/llm/anthropic/v1/messages/count_tokens'],
      'Count the tokens of a message',
    ),
    description:
      'Free. Services that can count tokens are asked; for any other model `input_tokens` is an estimate, on the high side.',
    answers: ok({ type: 'application/json' }),
    error: 'MessagesError',
  },
  {
    method: 'post',
    path: '/llm/v1/completions',
    aliases: ['/llm/completions', '/llm/openai/v1/completions'],
    group: 'Chat',
    summary: 'Create a completion (legacy)',
    description:
      'Every chat model answers the prompt as a question. Requests with `suffix`, `echo`, `logprobs`, `n`, `best_of` or tokens as prompt are forwarded to the connection of the model.',
    headers: modelHeader,
    request: [{ json: 'TextCompletionRequest' }],
    example: { model: 'bozzetto/guide', prompt: 'What can I make here?' },
    answers: ok({ json: 'TextCompletion' }, { events: 'TextCompletion' }),
  },
  handedOn(
    '/llm/v1/embeddings',
    ['/llm/embeddings', '/llm/openai/v1/embeddings'],
    'Create embeddings',
  ),
  handedOn('/llm/rerank', ['/llm/v1/rerank'], 'Rerank documents'),
  ...mediaOperations,
  {
    method: 'post',
    path: '/model/v1/generation',
    group: 'Generation',
    summary: 'Create a task',
    description:
      'Returns at once. The task is `in_progress` until it is `completed` or `failed`; poll it every 3 seconds, or read its stream.',
    headers: createHeaders,
    request: [{ json: 'GenerationRequest' }],
    example: generationExample,
    answers: ok({ json: 'GenerationCreated' }),
  },
  {
    method: 'get',
    path: '/model/v1/generation/task/{id}',
    group: 'Generation',
    summary: 'Get a task',
    description: 'A failed task is a 200 with `status` “failed”.',
    answers: ok({ json: 'GenerationTask' }),
  },
  {
    method: 'get',
    path: '/model/v1/generation/task/{id}/stream',
    group: 'Generation',
    summary: 'Stream a task',
    description:
      'Events named `progress`, `output` and finally `done`; `error` means that the stream ended, not the task.',
    query: { cursor: 'Number of outputs already received.' },
    answers: ok({ events: 'GenerationEvent' }),
  },
  {
    method: 'post',
    path: '/model/v1/generation/sync',
    group: 'Generation',
    summary: 'Create a task and wait for it',
    description:
      'Streams with `Accept: text/event-stream`. After 15 minutes the answer is a 504 with the task’s id and the code SYNC_TIMEOUT; the task continues.',
    headers: createHeaders,
    request: [{ json: 'GenerationRequest' }],
    example: generationExample,
    answers: {
      200: {
        description: 'The task has ended.',
        content: [{ json: 'GenerationTask' }, { events: 'GenerationEvent' }],
      },
      504: {
        description: 'It is not finished; `id` is the task to read.',
        content: [{ json: 'GenerationWait' }],
      },
    },
  },
  {
    method: 'post',
    path: '/model/v1/generation/precharge',
    group: 'Generation',
    summary: 'Estimate the cost of a task',
    request: [{ json: 'GenerationRequest' }],
    example: generationExample,
    answers: ok({ json: 'Precharge' }),
  },
  {
    method: 'post',
    path: '/model/v1/generation/task/{id}/cancel',
    group: 'Generation',
    summary: 'Cancel a task',
    description: 'A cancelled task is `failed` with error code 499.',
    answers: ok({ json: 'GenerationTask' }),
  },
  {
    method: 'post',
    path: '/model/v1/queue/{model}',
    group: 'Queue',
    summary: 'Submit a request',
    description: 'The body holds the params. Webhooks are not supported.',
    headers: createHeaders,
    request: [{ type: 'application/json' }],
    example: paramsExample,
    answers: ok({ json: 'Queued' }),
  },
  {
    method: 'get',
    path: '/model/v1/queue/{model}/requests/{id}/status',
    group: 'Queue',
    summary: 'Get the status of a request',
    answers: ok({ json: 'QueueStatus' }),
  },
  {
    method: 'get',
    path: '/model/v1/queue/{model}/requests/{id}/response',
    aliases: ['/model/v1/queue/{model}/requests/{id}'],
    group: 'Queue',
    summary: 'Get the result of a request',
    answers: {
      200: { description: 'It is completed.', content: [{ json: 'QueueResult' }] },
      202: { description: 'It is not completed yet.', content: [{ json: 'QueueStatus' }] },
    },
  },
  {
    method: 'put',
    path: '/model/v1/queue/{model}/requests/{id}/cancel',
    group: 'Queue',
    summary: 'Cancel a request',
    answers: { 202: { description: 'It will be cancelled.', content: [{ json: 'QueueCancel' }] } },
  },
  {
    method: 'post',
    path: '/model/v1/files',
    aliases: ['/api/v1/storage/files'],
    group: 'Files',
    summary: 'Upload a picture',
    description:
      'PNG, JPEG, WebP, AVIF, HEIC, TIFF or GIF up to 20 MB, as the form field `file` or as raw bytes with `?name=`.',
    query: { name: 'File name for raw bytes.' },
    request: [{ type: 'multipart/form-data' }],
    answers: ok({ json: 'Upload' }),
  },
  {
    method: 'get',
    path: '/model/v1/files/{name}',
    group: 'Files',
    summary: 'Download a file',
    description: 'Tasks and uploads return this signed URL; it needs no key.',
    query: { expires: 'As given.', signature: 'As given.' },
    answers: ok({ type: 'application/octet-stream' }),
    isOpen: true,
  },
  {
    method: 'get',
    path: '/model/v1/library',
    group: 'Files',
    summary: 'List the models of the library',
    description: 'Newest first. `next` is the value of `before` for the following page.',
    query: {
      search: 'Words that must all occur in the name, the tags or the folder.',
      before: 'The `next` of the previous page.',
      limit: '1 to 100, 24 by default.',
    },
    answers: ok({ json: 'LibraryPage' }),
  },
  {
    method: 'post',
    path: '/model/v1/library',
    group: 'Files',
    summary: 'Add a GLB to the library',
    description:
      'GLB up to 256 MB as raw bytes. With `version_of`, it is a new version of this model.',
    query: { name: 'Name of the model.', version_of: 'Id of a model of the library.' },
    request: [{ type: 'model/gltf-binary' }],
    answers: { 201: { description: 'It was added.', content: [{ json: 'LibraryModel' }] } },
  },
  {
    method: 'get',
    path: '/model/v1/library/{id}',
    group: 'Files',
    summary: 'Get a model of the library',
    answers: ok({ json: 'LibraryModel' }),
  },
  {
    method: 'get',
    path: '/model/v1/library/{id}/model',
    group: 'Files',
    summary: 'Download a model of the library',
    answers: ok({ type: 'application/octet-stream' }),
  },
  {
    method: 'get',
    path: '/model/v1/library/{id}/thumbnail',
    group: 'Files',
    summary: 'Download the picture of a model',
    answers: ok({ type: 'image/webp' }),
  },
  {
    method: 'get',
    path: '/model/v1/models/skill/search',
    group: 'Catalogue',
    summary: 'Search the 3D models',
    query: {
      q: 'Words that must all match.',
      input: 'Input types: text, image. May be repeated, like the next three.',
      output: 'Output types: 3d.',
      type: 'For example i23d or t23d.',
      provider: 'For example local.',
      limit: '1 to 100, 20 by default.',
    },
    answers: ok({ json: 'SkillSearch' }),
  },
  {
    method: 'get',
    path: '/model/v1/models/skill/{model}',
    group: 'Catalogue',
    summary: 'Get a model’s instructions as Markdown',
    answers: ok({ type: 'text/markdown' }),
  },
  {
    method: 'get',
    path: '/api/v1/skill/models',
    group: 'Catalogue',
    summary: 'List all models, page by page',
    query: {
      page: 'From 1.',
      page_size: '1 to 200, 20 by default.',
      type: 'For example 3d or llm.',
      keywords: 'Words that must all match.',
      provider: 'For example local.',
      include_curl: '`true` adds a command to each.',
    },
    answers: ok({ json: 'CatalogueAnswer' }),
  },
  {
    method: 'get',
    path: '/api/v1/skill/models/{model}/spec',
    group: 'Catalogue',
    summary: 'Get a model’s params as a list',
    answers: ok({ json: 'CatalogueAnswer' }),
  },
  {
    method: 'get',
    path: '/api/v1/skill/model-contracts/{model}',
    group: 'Catalogue',
    summary: 'Get a model’s params as JSON Schema, with the endpoint',
    answers: ok({ json: 'CatalogueAnswer' }),
  },
]
