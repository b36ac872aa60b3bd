// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { pictureField } from '../picture-field.ts'
import { advise, hasAny, not } from './rules.ts'
import {
  currentVersions,
  p1,
  shapeSeedField,
  tripoFields,
  tripoPictureFields,
} from './tripo-fields.ts'
import { createVersionField } from './tripo-fields.ts'
import { tripoOutput, tripoPresets, tripoPrice, tripoPictureRules } from './tripo-rules.ts'

export const tripoImageToModelParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Tripo image to model',
  type: 'object',
  required: ['file'],
  additionalProperties: false,
  properties: {
    file: pictureField(
      { title: 'Picture', description: 'One picture of a single object on a plain background.' },
      10,
    ),
    model_version: createVersionField([...currentVersions, p1], 20),
    enable_image_autofix: {
      type: 'boolean',
      title: 'Improve the picture first',
      description: 'Cleans up the picture before modelling; slower.',
      default: false,
      'x-ui': { order: 30, group: 'input', advanced: true },
    },
    style: {
      type: 'string',
      title: 'Style',
      description: 'Name of a style, such as object:clay. Leave empty for none.',
      maxLength: 100,
      'x-ui': {
        order: 40,
        group: 'input',
        advanced: true,
        omitWhenEmpty: true,
        means: 'tripo-style',
      },
    },
    ...tripoFields,
    ...tripoPictureFields,
    model_seed: shapeSeedField,
  },
  allOf: [
    ...tripoPictureRules,
    advise('Tripo says that it now ignores styles.', {
      if: {},
      then: not(hasAny(['style'])),
    }),
  ],
  'x-presets': tripoPresets,
  'x-price': tripoPrice({ usual: 0.2, p1: 0.4 }),
  'x-output': tripoOutput,
}
