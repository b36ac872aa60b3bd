import type { Context } from 'hono'
import { z } from 'zod'
import { cutText } from '#lib/cut-text.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readJsonBodyOr } from '../../http/validate.ts'

/**
 * Maximum size of a request in bytes. It is large, because a request may contain pictures as
 * `data:` URLs.
 */
export const completionBytesMax = 32 * 1024 * 1024

const pictureError = 'must be an http(s) address or data:image/…;base64,…'

/**
 * Content part of a message. Parts of unknown types are passed to the service without validation.
 */
const contentPartSchema = z
  .looseObject(
    {
      type: z
        .string({ error: 'must be text, image_url or another kind that the model reads' })
        .meta({ description: '`text`, `image_url`, or another kind that the model reads.' }),
      text: z.string({ error: 'must be a string' }).optional(),
      image_url: z
        .looseObject(
          {
            url: z
              .string({ error: pictureError })
              .regex(/^(https?:\/\/|data:image\/)/i, pictureError)
              .meta({ description: 'An http(s) address or `data:image/…;base64,…`.' }),
            detail: z.string().optional(),
          },
          { error: 'must be an object with url' },
        )
        .optional(),
    },
    { error: 'must be a content part such as {"type":"text","text":"…"}' },
  )
  .superRefine((part, context) => {
    const { type } = part
    if ((type === 'text' || type === 'image_url') && part[type] === undefined) {
      context.addIssue({ code: 'custom', path: [type], message: 'is missing' })
    }
  })

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const

const messageSchema = z.looseObject(
  {
    role: z.enum(roles, { error: `must be one of ${roles.join(', ')}` }),
    content: z
      .union([z.string(), z.array(contentPartSchema)], {
        error: 'must be a string or a list of parts',
      })
      .nullish(),
    name: z.string().nullish(),
    tool_calls: z.array(z.unknown(), { error: 'must be a list' }).nullish(),
    tool_call_id: z.string().nullish(),
  },
  { error: 'must be a message: an object with role and content' },
)

const number = (min: number, max: number, error: string) =>
  z.number({ error }).min(min, { error }).max(max, { error }).nullish()
const count = z
  .number({ error: 'must be a whole number above 0' })
  .int('must be a whole number above 0')
  .min(1, 'must be a whole number above 0')
  .nullish()
const flag = z.boolean({ error: 'must be true or false' }).nullish()

/** Body of `POST …/chat/completions`. Unknown fields are passed to the service unchanged. */
export const completionRequestSchema = z.looseObject(
  {
    model: z.string({ error: 'must be the id of a model' }).max(200).nullish().meta({
      description: 'Id from the list of models; may be given in the header `X-Model` instead.',
    }),
    messages: z
      .array(messageSchema, { error: 'must be a list of messages' })
      .min(1, 'must contain at least one message'),
    stream: flag.meta({ description: 'Answer as server-sent events.' }),
    stream_options: z
      .looseObject({ include_usage: flag }, { error: 'must be an object' })
      .nullish()
      .meta({ description: '`include_usage` adds a last chunk with the usage and no choices.' }),
    max_tokens: count,
    max_completion_tokens: count,
    temperature: number(0, 2, 'must be a number from 0 to 2'),
    top_p: number(0, 1, 'must be a number from 0 to 1'),
    presence_penalty: number(-2, 2, 'must be a number from -2 to 2'),
    frequency_penalty: number(-2, 2, 'must be a number from -2 to 2'),
    stop: z
      .union([z.string(), z.array(z.string())], { error: 'must be a string or a list of strings' })
      .nullish(),
    seed: z.number({ error: 'must be a whole number' }).int('must be a whole number').nullish(),
    n: z
      .literal(1, {
        error:
          'must be 1: most models write one answer per request. Send the request several times instead',
      })
      .nullish()
      .meta({ description: 'One answer per request.' }),
    tools: z
      .array(z.looseObject({ type: z.string() }, { error: 'must be a tool with its type' }), {
        error: 'must be a list of tools',
      })
      .nullish()
      .meta({ description: 'In OpenAI’s format; passed on unchanged.' }),
    tool_choice: z
      .union([z.string(), z.looseObject({})], {
        error: 'must be none, auto, required or an object naming a function',
      })
      .nullish(),
    response_format: z.looseObject({ type: z.string() }, { error: 'must be an object' }).nullish(),
    reasoning_effort: z
      .string({ error: 'must be a string such as low, medium or high' })
      .nullish()
      .meta({ description: 'For example low, medium or high; depends on the model.' }),
  },
  { error: 'The body must be a JSON object.' },
)
export type CompletionRequest = z.infer<typeof completionRequestSchema>

/**
 * Reads the request. The model is in the body or in the header `X-Model`.
 * @throws {HttpError} `bad_request` with the name of the wrong field and the allowed values, or
 * `too_large`.
 */
export const readCompletionRequest = (
  c: Context,
): Promise<{ modelId: string; request: CompletionRequest }> =>
  readJsonBodyOr(c, completionRequestSchema, {
    bytesMax: completionBytesMax,
    refuse: wrongField,
  }).then((request) => ({ modelId: getRequestedModel(request, c.req.header('x-model')), request }))

function wrongField({ issues: [issue] }: z.ZodError): HttpError {
  const { path: where, message } = issue ? innermost(issue) : { path: [], message: '' }
  const path = where.reduce<string>(
    (before, step) =>
      typeof step === 'number' ? `${before}[${step}]` : `${before}${before && '.'}${String(step)}`,
    '',
  )
  if (path === '') return new HttpError('bad_request', message)
  const sentence = `${path}: ${message}.`.replace(/\.\.$/, '.')
  return new HttpError('bad_request', sentence, { issues: [{ path, message }] })
}

type Problem = { path: readonly PropertyKey[]; message: string }

function innermost(issue: z.core.$ZodIssue): Problem {
  const { path, message } = issue
  if (issue.code !== 'invalid_union') return { path, message }
  const inside = issue.errors
    .flatMap(([first]) => (first ? [innermost(first)] : []))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
  if (!inside || inside.path.length === 0) return { path, message }
  return { path: [...path, ...inside.path], message: inside.message }
}

/**
 * @throws {HttpError} `bad_request` if there is no model, or if the body and the header contain
 * different models.
 */
export function getRequestedModel(
  request: Readonly<Record<string, unknown>>,
  inHeader: string | undefined,
): string {
  const inBody = request['model']
  // Services written in Go ignore the case of JSON keys, so they would use “Model” instead of the
  // model that was checked and billed.
  const other = Object.keys(request).find((name) => name !== 'model' && /^model$/i.test(name))
  if (other !== undefined) throw wrongModel(`${other}: write this field as “model”.`)
  if (typeof inBody !== 'string' && inBody != null) throw wrongModel('model: must be a string.')
  if (inBody && inHeader && inBody !== inHeader) {
    throw wrongModel(
      `The body asks for the model “${inBody}” and the header X-Model for “${cutText(inHeader, 200)}”. Name one.`,
    )
  }
  const model = inBody || inHeader
  if (!model) {
    throw wrongModel(
      'model: name a model, in the body or in the header X-Model. GET /llm/v1/models lists them.',
    )
  }
  return model
}

const wrongModel = (message: string) =>
  new HttpError('bad_request', message, { issues: [{ path: 'model', message }] })
