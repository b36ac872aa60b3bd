import type { ParamSchema } from '#lib/params/param-schema.ts'
import { pictureField } from './picture-field.ts'

/** Name of a form field. Its content is merged into the params. */
export const otherParamsName = 'other_params'

/**
 * Params of a model of which only the name is known: a picture, a text, and anything else as JSON.
 */
export const genericImageTo3dParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    file: pictureField({ title: 'Picture', description: 'The picture to start from.' }, 10),
    prompt: {
      type: 'string',
      title: 'Text',
      description: 'What to make, for models that take text.',
      maxLength: 4000,
      'x-ui': { order: 20, group: 'input', widget: 'textarea', omitWhenEmpty: true },
    },
    [otherParamsName]: {
      type: 'object',
      title: 'Other params',
      description: 'JSON, sent unchanged. See the service’s documentation of this model.',
      'x-ui': { order: 30, group: 'advanced', widget: 'json', advanced: true, omitWhenEmpty: true },
    },
  },
  additionalProperties: true,
}
