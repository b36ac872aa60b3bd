// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { hunyuanOutput } from './hunyuan.ts'
import {
  eitherTextOrPicture,
  formatField,
  pbrField,
  pictureFields,
  promptField,
  viewsField,
} from './hunyuan-fields.ts'
import { ignores, is, isOrDefault, not, reject } from './rules.ts'

const bare = is('enable_geometry', true)
const views = viewsField({ side: 'View', url: 'ImageUrl', base64: 'ImageBase64' })

export const hunyuanRapidParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Hunyuan3D Rapid',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...pictureFields,
    prompt: promptField(200),
    multi_view_images: { ...views, 'x-ui': { ...views['x-ui'], group: 'hidden', hidden: true } },
    enable_geometry: {
      type: 'boolean',
      title: 'Bare shape',
      description: 'Without texture.',
      default: false,
      'x-ui': { order: 35, group: 'geometry', important: true },
    },
    enable_pbr: pbrField(40, isOrDefault('enable_geometry', false)),
    result_format: formatField(50),
  },
  allOf: [
    ...eitherTextOrPicture({}),
    reject('Untextured models are not available as OBJ.', {
      if: bare,
      then: not(is('result_format', 'OBJ')),
    }),
    ignores('PBR has no effect on untextured models.', {
      if: bare,
      then: { properties: { enable_pbr: { const: false } } },
    }),
    ignores('Rapid uses one picture only; further views are ignored.', {
      if: {},
      then: not({ required: ['multi_view_images'] }),
    }),
  ],
  'x-price': {
    unit: 'usd',
    label: 'Model',
    base: 0.225,
    add: [{ label: 'PBR materials', amount: 0.15, when: is('enable_pbr', true) }],
    certain: false,
    note: 'fal’s price in October 2026; your gateway may charge differently.',
  },
  'x-output': {
    ...hunyuanOutput,
    when: [{ if: bare, formats: ['glb'] }, ...hunyuanOutput.when],
  },
}
