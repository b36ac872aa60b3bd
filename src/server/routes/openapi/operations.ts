import type { SchemaName } from './schemas.ts'

/** What an answer or a request holds: a schema in JSON, or a type that has none. */
type Content = { json: SchemaName } | { events: SchemaName } | { type: string }

export type Operation = {
  method: 'get' | 'post' | 'put'
  /** With `{name}` for what varies; such a part may hold slashes where it is a model's id. */
  path: string
  /** The same at other addresses. */
  aliases?: string[]
  group: Group
  /** What it does, in a few words. */
  summary: string
  description?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  request?: Content
  /** A body that works as it stands, or nearly. */
  example?: object
  /** By status; errors are those of the group, unless `error` says otherwise. */
  answers: Record<number, { description: string; content?: Content[] }>
  /** Where errors have a form other than the group's. */
  error?: SchemaName
  /** Works without a key. */
  isOpen?: boolean
}

export type Group = 'Chat' | 'Generation' | 'Queue' | 'Files' | 'Catalogue'

export const groups: Record<Group, { about: string; error: SchemaName }> = {
  Chat: {
    about: 'Language models, in OpenAI’s form. Nothing that is said here is stored.',
    error: 'LlmError',
  },
  Generation: { about: '3D models as tasks: create, follow, fetch.', error: 'GenerationError' },
  Queue: { about: 'The same tasks in the form of a queue.', error: 'GenerationError' },
  Files: { about: 'Pictures in, models out.', error: 'GenerationError' },
  Catalogue: {
    about: 'Which models there are and which params they take.',
    error: 'CatalogueAnswer',
  },
}

const ok = (...content: Content[]) => ({ 200: { description: 'Done.', content } })
const modelHeader = {
  'X-Model': 'Names the model instead of the body. Both, and different, is a 400.',
}
const createHeaders = {
  ...modelHeader,
  'Idempotency-Key':
    'For 24 hours the same key and body give the same task, and the same key with another body a 409.',
}

const paramsExample = {
  file: { type: 'png', url: 'https://example.com/robot.png' },
  face_limit: 20_000,
}
const generationExample = { model: 'local/image-to-3d', input: [{ params: paramsExample }] }

/** Answered by the service behind this server, in its own form. */
const handedOn = (path: string, aliases: string[], summary: string): Operation => ({
  method: 'post',
  path,
  ...(aliases.length > 0 && { aliases }),
  group: 'Chat',
  summary,
  description:
    'Handed to the gateway, or to the OpenAI-compatible service, that this server is connected with, and answered by it. Without one it is a 404.',
  request: { type: 'application/json' },
  answers: ok({ type: 'application/json' }, { type: 'text/event-stream' }),
})

/** Every address of the documented interface: one entry each. */
export const operations: readonly Operation[] = [
  {
    method: 'post',
    path: '/llm/v1/chat/completions',
    aliases: ['/llm/chat/completions', '/llm/openai/v1/chat/completions'],
    group: 'Chat',
    summary: 'Answer a conversation',
    description:
      'With `stream` the answer comes as server-sent events: one chunk a frame, comments every 15 s while nothing is said, `data: [DONE]` at the end. What goes wrong in the middle comes as an event named `error` with the body of an error. Fields that are not listed are handed to the service unchanged.',
    headers: modelHeader,
    request: { json: 'ChatCompletionRequest' },
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
    summary: 'List the models that chat',
    answers: ok({ json: 'LlmModelList' }),
  },
  {
    method: 'get',
    path: '/llm/v1/models/{model}',
    aliases: ['/llm/models/{model}', '/llm/openai/v1/models/{model}'],
    group: 'Chat',
    summary: 'Read one model',
    answers: ok({ json: 'LlmModel' }),
  },
  handedOn(
    '/llm/v1/responses',
    ['/llm/responses', '/llm/openai/v1/responses'],
    'Answer in the form of Responses',
  ),
  {
    ...handedOn(
      '/llm/v1/messages',
      ['/llm/messages', '/llm/anthropic/v1/messages'],
      'Answer in the form of Anthropic’s Messages',
    ),
    error: 'MessagesError',
  },
  handedOn(
    '/llm/v1/completions',
    ['/llm/completions', '/llm/openai/v1/completions'],
    'Answer in the form of the older Completions',
  ),
  handedOn(
    '/llm/v1/embeddings',
    ['/llm/embeddings', '/llm/openai/v1/embeddings'],
    'Turn texts into vectors',
  ),
  handedOn('/llm/rerank', ['/llm/v1/rerank'], 'Sort documents by a question'),
  {
    method: 'post',
    path: '/model/v1/generation',
    group: 'Generation',
    summary: 'Create a task',
    description:
      'Answers at once. The task is `in_progress` until it is `completed` or `failed`; ask for it every 3 seconds, or read its stream.',
    headers: createHeaders,
    request: { json: 'GenerationRequest' },
    example: generationExample,
    answers: ok({ json: 'GenerationCreated' }),
  },
  {
    method: 'get',
    path: '/model/v1/generation/task/{id}',
    group: 'Generation',
    summary: 'Read a task',
    description: 'A failed task is a 200 with `status` “failed”.',
    answers: ok({ json: 'GenerationTask' }),
  },
  {
    method: 'get',
    path: '/model/v1/generation/task/{id}/stream',
    group: 'Generation',
    summary: 'Follow a task',
    description:
      'Events named `progress`, `output` and at last `done`; `error` means that the waiting ended and not the task.',
    query: { cursor: 'How many outputs are known already.' },
    answers: ok({ events: 'GenerationTask' }),
  },
  {
    method: 'post',
    path: '/model/v1/generation/sync',
    group: 'Generation',
    summary: 'Create a task and wait for its end',
    description:
      'As a stream with `Accept: text/event-stream`. After 15 minutes the answer is a 504 with the task’s id and the code SYNC_TIMEOUT; the task goes on.',
    headers: createHeaders,
    request: { json: 'GenerationRequest' },
    example: generationExample,
    answers: {
      200: {
        description: 'The task is over.',
        content: [{ json: 'GenerationTask' }, { events: 'GenerationTask' }],
      },
      504: { description: 'It is not; `id` says which to read.' },
    },
  },
  {
    method: 'post',
    path: '/model/v1/generation/precharge',
    group: 'Generation',
    summary: 'Ask what a task would cost',
    request: { json: 'GenerationRequest' },
    example: generationExample,
    answers: ok({ json: 'Precharge' }),
  },
  {
    method: 'post',
    path: '/model/v1/generation/task/{id}/cancel',
    group: 'Generation',
    summary: 'Cancel a task',
    description: 'A cancelled task is `failed` with the number 499.',
    answers: ok({ json: 'GenerationTask' }),
  },
  {
    method: 'post',
    path: '/model/v1/queue/{model}',
    group: 'Queue',
    summary: 'Submit params',
    description: 'The body is the params themselves. Webhooks are refused.',
    headers: createHeaders,
    request: { type: 'application/json' },
    example: paramsExample,
    answers: ok({ json: 'Queued' }),
  },
  {
    method: 'get',
    path: '/model/v1/queue/{model}/requests/{id}/status',
    group: 'Queue',
    summary: 'Read where a request stands',
    answers: ok({ json: 'QueueStatus' }),
  },
  {
    method: 'get',
    path: '/model/v1/queue/{model}/requests/{id}/response',
    aliases: ['/model/v1/queue/{model}/requests/{id}'],
    group: 'Queue',
    summary: 'Read the result',
    answers: {
      200: { description: 'It is completed.', content: [{ json: 'QueueResult' }] },
      202: { description: 'It is not yet.', content: [{ json: 'QueueStatus' }] },
    },
  },
  {
    method: 'put',
    path: '/model/v1/queue/{model}/requests/{id}/cancel',
    group: 'Queue',
    summary: 'Cancel a request',
    answers: { 202: { description: 'It will be.' } },
  },
  {
    method: 'post',
    path: '/model/v1/files',
    aliases: ['/api/v1/storage/files'],
    group: 'Files',
    summary: 'Upload a picture',
    description:
      'PNG, JPEG, WebP or AVIF up to 20 MB, as the part `file` of a form or as bare bytes with `?name=`.',
    query: { name: 'Name of bare bytes.' },
    request: { type: 'multipart/form-data' },
    answers: ok({ json: 'Upload' }),
  },
  {
    method: 'get',
    path: '/model/v1/files/{name}',
    group: 'Files',
    summary: 'Fetch a file',
    description: 'The address is given by a task or an upload, signed, and needs no key.',
    query: { expires: 'As given.', signature: 'As given.' },
    answers: ok({ type: 'application/octet-stream' }),
    isOpen: true,
  },
  {
    method: 'get',
    path: '/model/v1/models/skill/search',
    group: 'Catalogue',
    summary: 'Search the 3D models',
    query: {
      q: 'Words that must all occur.',
      input: 'What goes in: text, image. May be given several times, as the next three.',
      output: 'What comes out: 3d.',
      type: 'Such as i23d or t23d.',
      provider: 'Such as local.',
      limit: '1 to 100; 20 unless given.',
    },
    answers: ok({ json: 'SkillSearch' }),
  },
  {
    method: 'get',
    path: '/model/v1/models/skill/{model}',
    group: 'Catalogue',
    summary: 'Read how to use a model, as Markdown',
    answers: ok({ type: 'text/markdown' }),
  },
  {
    method: 'get',
    path: '/api/v1/skill/models',
    group: 'Catalogue',
    summary: 'List all models, by pages',
    query: {
      page: 'From 1.',
      page_size: '1 to 200; 20 unless given.',
      type: 'Such as 3d or llm.',
      keywords: 'Words that must all occur.',
      provider: 'Such as local.',
      include_curl: 'true adds a command to each.',
    },
    answers: ok({ json: 'CatalogueAnswer' }),
  },
  {
    method: 'get',
    path: '/api/v1/skill/models/{model}/spec',
    group: 'Catalogue',
    summary: 'Read a model’s params as a list',
    answers: ok({ json: 'CatalogueAnswer' }),
  },
  {
    method: 'get',
    path: '/api/v1/skill/model-contracts/{model}',
    group: 'Catalogue',
    summary: 'Read a model’s params as JSON Schema, and where to send them',
    answers: ok({ json: 'CatalogueAnswer' }),
  },
]
