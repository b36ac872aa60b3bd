import { reasoningEfforts } from '#contract/chat/settings.ts'
import type { ChatModel } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { checkParams } from '#lib/params/check/check-params.ts'
import { HttpError } from '../../errors/http-error.ts'

const answerTokensMax = 1_000_000

/**
 * Returns the schema of the params (settings such as the temperature) of a chat model. Params have
 * no defaults, so that the service chooses missing values.
 * @param model absent for an unknown model, which gets all params.
 */
export function chatParamSchema(model: ChatModel | undefined): ParamSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: model?.name ?? 'Chat',
    type: 'object',
    additionalProperties: false,
    // The built-in help assistant has no params.
    properties: model?.provider === 'bozzetto' ? {} : getFields(model),
  }
}

const getFields = (model: ChatModel | undefined): ParamSchema['properties'] => ({
  temperature: {
    type: 'number',
    title: 'Temperature',
    description: 'Higher values give more varied answers, lower values more predictable ones.',
    minimum: 0,
    maximum: 2,
    'x-ui': { order: 10, widget: 'slider', step: 0.05, important: true },
  },
  ...(model?.canReason !== false && {
    reasoning_effort: {
      type: 'string',
      title: 'Reasoning',
      description: 'How much the model reasons before it answers.',
      enum: [...reasoningEfforts],
      'x-ui': { order: 20, important: true },
    },
  }),
  max_tokens: {
    type: 'integer',
    title: 'Maximum length',
    description: 'The answer stops there; you can continue it.',
    minimum: 1,
    maximum: model?.contextTokens ?? answerTokensMax,
    'x-ui': { order: 30, unit: 'tokens' },
  },
  top_p: {
    type: 'number',
    title: 'Top P',
    description: 'Only the most likely words that together reach this probability are considered.',
    minimum: 0,
    maximum: 1,
    'x-ui': { order: 40, widget: 'slider', step: 0.01, advanced: true },
  },
  frequency_penalty: {
    type: 'number',
    title: 'Frequency penalty',
    description: 'Above 0, words are repeated less often.',
    minimum: -2,
    maximum: 2,
    'x-ui': { order: 50, widget: 'slider', step: 0.05, advanced: true },
  },
  presence_penalty: {
    type: 'number',
    title: 'Presence penalty',
    description: 'Above 0, new topics come up more often.',
    minimum: -2,
    maximum: 2,
    'x-ui': { order: 60, widget: 'slider', step: 0.05, advanced: true },
  },
  seed: {
    type: 'integer',
    title: 'Seed',
    description: 'The same seed gives nearly the same answer, where the service supports it.',
    minimum: 0,
    maximum: 2_147_483_647,
    'x-ui': { order: 70, widget: 'seed', advanced: true },
  },
  stop: {
    type: 'array',
    title: 'Stop sequences',
    description: 'The answer stops before any of these.',
    items: { type: 'string', minLength: 1, maxLength: 200 },
    maxItems: 4,
    'x-ui': { order: 80, advanced: true },
  },
})

/** Matches names of models that need `max_completion_tokens` and refuse `max_tokens`. */
const countsThoughts = /^(o\d|gpt-[5-9])/

/**
 * Converts params to request fields. Omits params that the model does not have, because the user
 * set them for another model.
 * @param name the provider's own name of the model.
 * @throws {HttpError} `invalid_params` with the name of the invalid param.
 */
export function requestFields(
  params: Readonly<Record<string, unknown>>,
  schema: ParamSchema,
  name: string,
): Record<string, unknown> {
  const known = Object.entries(params).filter(
    ([param, value]) => Object.hasOwn(schema.properties, param) && value !== null && value !== '',
  )
  const issues = checkParams(schema, Object.fromEntries(known))
  const [first] = issues
  if (first) {
    throw new HttpError('invalid_params', `${first.path}: ${first.message}`, { issues })
  }
  const { max_tokens: longest, ...fields } = Object.fromEntries(known)
  if (Array.isArray(fields['stop']) && fields['stop'].length === 0) delete fields['stop']
  if (longest === undefined) return fields
  const longestField = countsThoughts.test(name) ? 'max_completion_tokens' : 'max_tokens'
  return { ...fields, [longestField]: longest }
}
