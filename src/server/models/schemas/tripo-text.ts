// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { advise, hasAny, not, reject } from './rules.ts'
import {
  p1,
  shapeSeedField,
  tripoFields,
  turbo,
  unseen,
  v1,
  v2,
  v3,
  versionField,
} from './tripo-fields.ts'
import { tripoOutput, tripoPresets, tripoPrice, tripoRules } from './tripo-rules.ts'

const noEmoji = { pattern: String.raw`^\P{Emoji_Presentation}*$` }

/** Params of `tripo3d_text_to_model` as gateways take them. */
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
      description: 'One thing, and what it looks like.',
      minLength: 1,
      maxLength: 1024,
      'x-ui': {
        order: 10,
        group: 'input',
        widget: 'textarea',
        important: true,
        placeholder: 'A teapot in the shape of an elephant, glazed blue',
      },
    },
    negative_prompt: {
      type: 'string',
      title: 'Not wanted',
      description: 'What the model should not have. Not every gateway takes it.',
      maxLength: 255,
      'x-ui': { order: 20, group: 'input', advanced: true, omitWhenEmpty: true },
    },
    model_version: versionField([...v3, ...v2, turbo, p1, ...v1], 30),
    style: {
      type: 'string',
      title: 'Style',
      description: 'A look to lean towards.',
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
    texture_alignment: unseen(
      'Texture follows',
      'Taken from programs; there is no picture to follow.',
      {
        type: 'string',
        enum: ['original_image', 'geometry'],
      },
    ),
    orientation: {
      type: 'string',
      title: 'Facing',
      description: 'Which side looks to the front.',
      enum: ['default', 'front', 'back', 'left', 'right', 'top', 'bottom'],
      default: 'default',
      'x-ui': { order: 240, group: 'advanced', advanced: true, omitWhenEmpty: true, means: 'side' },
    },
    model_seed: shapeSeedField,
    image_seed: unseen(
      'Picture seed',
      'Of the picture that is painted first. Taken from programs.',
      {
        type: 'integer',
        minimum: 0,
        maximum: 2_147_483_647,
      },
    ),
  },
  allOf: [
    ...tripoRules,
    reject('Tripo refuses emoji in the description.', {
      if: {},
      then: { properties: { prompt: noEmoji } },
    }),
    advise("Tripo's own pages say that styles are ignored by now.", {
      if: {},
      then: not(hasAny(['style'])),
    }),
  ],
  'x-presets': tripoPresets,
  'x-price': tripoPrice({ usual: 0.1, p1: 0.3 }),
  'x-output': tripoOutput,
}
