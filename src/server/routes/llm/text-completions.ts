import type { Context } from 'hono'
import { z } from 'zod'
import type { Fields } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import type { ChunkWriter } from '../../chat/completions/completion.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { FetchPicture } from '../../files/pictures/fetch-picture.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { answerChat, type AnswerForm } from './answer-chat.ts'
import { getRequestedModel } from './completion-request.ts'
import type { Endpoint } from './endpoints.ts'
import { toLlmError } from './errors.ts'
import { findUpstreams, type UpstreamSources } from './find-upstream.ts'
import { forwardInTurn } from './forward-in-turn.ts'
import { forwardTo, readRequest } from './pass-through.ts'

/** The fields of `POST …/completions` that a chat model supports. */
export const textCompletionRequestSchema = z.looseObject({
  model: z.string().optional(),
  prompt: z.union([z.string(), z.array(z.string()).length(1)], {
    error: 'must be a string. Send several prompts as several requests',
  }),
  max_tokens: z
    .int({ error: 'must be a whole number above 0' })
    .min(1, 'must be a whole number above 0')
    .nullish(),
  stream: z.boolean({ error: 'must be true or false' }).nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
})

type TextCompletionsOptions = {
  sources: UpstreamSources & { catalogue: Catalogue }
  fetchPicture: FetchPicture
  path: string
  endpoint: Endpoint
}

/**
 * Handles `POST …/completions`. A chat model answers the prompt as a question. Requests that need a
 * plain completion model, such as filling a gap, are forwarded.
 */
export const answerTextCompletion =
  ({ sources, fetchPicture, path, endpoint }: TextCompletionsOptions) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const read = await readRequest(c)
    const modelId = getRequestedModel(read.request, c.req.header('x-model'))
    const rawField = findRawField(read.request)
    if (rawField !== undefined) {
      const order = await findUpstreams(sources, modelId, `completions with ${rawField}`)
      return forwardInTurn(order, (found, firstByteMs) =>
        forwardTo(c, read, { found, path, endpoint, firstByteMs }),
      )
    }
    const parsed = textCompletionRequestSchema.safeParse(read.request)
    if (!parsed.success) throw wrongField(parsed.error)
    const { prompt, max_tokens, stream, stream_options: streamOptions } = parsed.data
    const content = typeof prompt === 'string' ? prompt : (prompt[0] ?? '')
    return answerChat(
      c,
      { catalogue: sources.catalogue, fetchPicture },
      {
        modelId,
        request: {
          model: modelId,
          messages: [{ role: 'user', content: content || '…' }],
          ...(max_tokens != null && { max_tokens }),
          ...pick(read.request, passedOn),
        },
        isStream: stream === true,
        form: getForm(modelId, streamOptions?.include_usage === true),
      },
    )
  }

/** Fields that chat requests do not have, with the values that have no effect. */
const rawFields: Readonly<Record<string, readonly unknown[]>> = {
  suffix: [''],
  echo: [false],
  logprobs: [0],
  best_of: [1],
  n: [1],
}

const isText = (value: unknown): boolean => typeof value === 'string'

function findRawField(request: Fields): string | undefined {
  const { prompt } = request
  const isRaw = Array.isArray(prompt) && prompt.length > 0 && !prompt.every(isText)
  if (isRaw) return 'tokens as prompt'
  return Object.keys(rawFields).find(
    (name) =>
      ownValue(request, name) != null &&
      !ownValue(rawFields, name)?.includes(ownValue(request, name)),
  )
}

const passedOn = [
  'temperature',
  'top_p',
  'stop',
  'seed',
  'user',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
]

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    names.flatMap((name) =>
      ownValue(fields, name) == null ? [] : [[name, ownValue(fields, name)]],
    ),
  )

function wrongField({ issues: [issue] }: z.ZodError): HttpError {
  const path = issue?.path.join('.') ?? ''
  const message = issue?.message ?? 'is not valid'
  return new HttpError('bad_request', path === '' ? message : `${path}: ${message}.`, {
    issues: [{ path, message }],
  })
}

const getForm = (modelId: string, withUsage: boolean): AnswerForm => {
  const head = { id: `cmpl-${newId()}`, created: Math.floor(Date.now() / 1000) }
  return {
    openWhole(model = modelId) {
      const text: string[] = []
      const last = createLast()
      return {
        add(delta) {
          last.add(delta)
          if (delta.text) text.push(delta.text)
        },
        end: () => ({
          ...head,
          object: 'text_completion',
          model,
          choices: [toChoice(text.join(''), last.reason())],
          ...last.usage(),
        }),
      }
    },
    openWriter: (model = modelId) => createWriter({ ...head, model }, withUsage),
    last: 'data: [DONE]\n\n',
    toError: toLlmError,
  }
}

function createWriter(head: Fields, withUsage: boolean): ChunkWriter {
  const last = createLast()
  const frame = (fields: Fields) =>
    `data: ${JSON.stringify({ ...head, object: 'text_completion', ...fields })}\n\n`
  return {
    begin: () => '',
    add(delta) {
      last.add(delta)
      return delta.text ? frame({ choices: [toChoice(delta.text, null)] }) : ''
    },
    end() {
      const choices = [toChoice('', last.reason())]
      if (!withUsage) return frame({ choices, ...last.usage() })
      return frame({ choices, usage: null }) + frame({ choices: [], ...last.usage() })
    },
  }
}

const toChoice = (text: string, reason: string | null) => ({
  index: 0,
  text,
  logprobs: null,
  finish_reason: reason,
})

function createLast() {
  let usage: ChatDelta['usage']
  let reason: string | undefined
  return {
    add(delta: ChatDelta): void {
      usage = delta.usage ?? usage
      reason = delta.finishReason ?? reason
    },
    reason: (): string => reason ?? 'stop',
    usage: (): Fields => (usage ? { usage } : {}),
  }
}
