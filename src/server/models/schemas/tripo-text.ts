// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { advise, hasAny, not, reject } from './rules.ts'
import {
  currentVersions,
  p1,
  shapeSeedField,
  tripoFields,
  hiddenParam,
  createVersionField,
} from './tripo-fields.ts'
import { tripoOutput, tripoPresets, tripoPrice, tripoParamRules } from './tripo-rules.ts'

const noEmoji = { pattern: String.raw`^\P{Emoji_Presentation}*$` }

export const tripoTextToModelParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Tripo text to model',
  type: 'object',
  required: ['prompt'],
  additionalProperties: false,
  properties: {
    prompt: {
      type: 'string',
      title: 'Description',
      description: 'One object and what it looks like.',
      minLength: 1,
      maxLength: 1024,
      'x-ui': {
        order: 10,
        group: 'input',
        widget: 'textarea',
        important: true,
        placeholder: 'A teapot shaped like an elephant, with a blue glaze',
      },
    },
    negative_prompt: {
      type: 'string',
      title: 'Not wanted',
      description: 'What the model should not have. Not supported by every gateway.',
      maxLength: 255,
      'x-ui': { order: 20, group: 'input', advanced: true, omitWhenEmpty: true },
    },
    model_version: createVersionField([...currentVersions, p1], 30),
    style: {
      type: 'string',
      title: 'Style',
      description: 'A style to aim for.',
      enum: [
        'realistic',
        'cartoon',
        'anime',
        'low_poly',
        'sci_fi',
        'fantasy',
        'abstract',
        'minimalist',
        'steampunk',
        'cyberpunk',
      ],
      'x-ui': {
        order: 40,
        group: 'input',
        advanced: true,
        omitWhenEmpty: true,
        means: 'tripo-text-style',
        labels: { sci_fi: 'Science fiction' },
      },
    },
    ...tripoFields,
    texture_alignment: hiddenParam(
      'Texture follows',
      'For API clients; there is no picture to follow.',
      {
        type: 'string',
        enum: ['original_image', 'geometry'],
      },
    ),
    orientation: {
      type: 'string',
      title: 'Facing',
      description: 'Which side faces the front.',
      enum: ['default', 'front', 'back', 'left', 'right', 'top', 'bottom'],
      default: 'default',
      'x-ui': { order: 240, group: 'advanced', advanced: true, omitWhenEmpty: true, means: 'side' },
    },
    model_seed: shapeSeedField,
    image_seed: hiddenParam('Picture seed', 'Seed of the intermediate picture. For API clients.', {
      type: 'integer',
      minimum: 0,
      maximum: 2_147_483_647,
    }),
  },
  allOf: [
    ...tripoParamRules,
    reject('Tripo refuses emoji in the description.', {
      if: {},
      then: { properties: { prompt: noEmoji } },
    }),
    advise('Tripo says that it now ignores styles.', {
      if: {},
      then: not(hasAny(['style'])),
    }),
  ],
  'x-presets': tripoPresets,
  'x-price': tripoPrice({ usual: 0.1, p1: 0.3 }),
  'x-output': tripoOutput,
}
