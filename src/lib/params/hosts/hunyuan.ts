/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import type { JsonSchema, ParamSchema } from '../param-schema.ts'
import { eq, flag, number, picture, pick, seed, whole, words } from './parts.ts'

const bare = eq('generate_type', 'Geometry')
const pbr = flag(false, { visibleWhen: { not: bare }, valueWhenHidden: false })
const noPbr = {
  $comment: 'No PBR on bare geometry.',
  'x-effect': 'server-ignores',
  if: bare,
  then: { properties: { enable_pbr: { const: false } } },
}
const side = picture({ omitWhenEmpty: true, group: 'views', minSidePx: 128, maxSidePx: 5000 })
const views = (names: string[]): Record<string, JsonSchema> =>
  Object.fromEntries(names.map((name) => [`${name}_image_url`, side]))
const count = whole({ min: 40_000, max: 1_500_000, preset: 500_000 }, { unit: 'faces' })

export const hunyuan3AtFal: ParamSchema = {
  type: 'object',
  required: ['input_image_url'],
  additionalProperties: false,
  properties: {
    input_image_url: picture(),
    ...views(['back', 'left', 'right']),
    generate_type: pick(['Normal', 'LowPoly', 'Geometry'], 'Normal'),
    polygon_type: pick(['triangle', 'quadrilateral'], 'triangle', {
      visibleWhen: eq('generate_type', 'LowPoly'),
    }),
    enable_pbr: pbr,
    face_count: count,
  },
  allOf: [
    noPbr,
    {
      $comment: 'The kind of polygon is for low poly.',
      'x-effect': 'server-ignores',
      if: { not: eq('generate_type', 'LowPoly') },
      then: { properties: { polygon_type: { const: 'triangle' } } },
    },
  ],
}

export const hunyuan31AtFal: ParamSchema = {
  type: 'object',
  required: ['input_image_url'],
  additionalProperties: false,
  properties: {
    input_image_url: picture(),
    ...views(['back', 'left', 'right', 'top', 'bottom']),
    generate_type: pick(['Normal', 'Geometry'], 'Normal'),
    enable_pbr: pbr,
    face_count: count,
  },
  allOf: [noPbr],
  'x-price': {
    unit: 'usd',
    base: 0.375,
    add: [
      { when: eq('enable_pbr', true), amount: 0.15 },
      {
        when: { anyOf: [{ required: ['back_image_url'] }, { required: ['left_image_url'] }] },
        amount: 0.15,
      },
      // Its mere presence is billed.
      { when: { required: ['face_count'] }, amount: 0.15 },
    ],
  },
}

const sketch = eq('GenerateType', 'Sketch')

export const hunyuanAtTencent: ParamSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    Model: pick(['3.0', '3.1'], '3.0'),
    Prompt: words(1024),
    ImageUrl: picture({ omitWhenEmpty: true }),
    ImageBase64: { type: 'string', contentEncoding: 'base64', 'x-ui': { hidden: true } },
    MultiViewImages: {
      type: 'array',
      title: 'Other sides',
      maxItems: 7,
      items: {
        type: 'object',
        properties: {
          ViewType: { enum: ['left', 'right', 'back', 'top', 'bottom', 'left_front'] },
          ViewImageUrl: { type: 'string', format: 'uri' },
          ViewImageBase64: { type: 'string', contentEncoding: 'base64' },
        },
        required: ['ViewType'],
        oneOf: [{ required: ['ViewImageUrl'] }, { required: ['ViewImageBase64'] }],
      },
      'x-ui': { widget: 'views', uniqueBy: 'ViewType', omitWhenEmpty: true },
    },
    GenerateType: pick(['Normal', 'LowPoly', 'Geometry', 'Sketch'], 'Normal'),
    FaceCount: whole({ min: 3_000, max: 1_500_000, preset: 500_000 }),
  },
  allOf: [
    {
      $comment: 'A picture or a description, one of them.',
      'x-effect': 'reject',
      if: { not: sketch },
      then: { oneOf: ['Prompt', 'ImageUrl', 'ImageBase64'].map((name) => ({ required: [name] })) },
    },
    {
      $comment: '3.1 has no low poly and no sketch.',
      'x-effect': 'reject',
      if: eq('Model', '3.1'),
      then: { properties: { GenerateType: { enum: ['Normal', 'Geometry'] } } },
    },
  ],
}

const diffusion = {
  num_inference_steps: whole({ min: 1, max: 50, preset: 50 }),
  guidance_scale: number({ min: 0, max: 20, preset: 7.5 }, { step: 0.1 }),
  octree_resolution: whole({ min: 16, max: 512, preset: 256 }, { widget: 'number' }),
  seed: seed(),
}

export const hunyuan21AtFal: ParamSchema = {
  type: 'object',
  required: ['input_image_url'],
  additionalProperties: false,
  properties: { input_image_url: picture(), textured_mesh: flag(false), ...diffusion },
  'x-price': { unit: 'usd', base: 0.3, add: [{ when: eq('textured_mesh', true), amount: 0.6 }] },
}

export const hunyuan21AtHome: ParamSchema = {
  type: 'object',
  required: ['image'],
  additionalProperties: false,
  properties: {
    image: { ...picture({ encode: 'base64' }), contentEncoding: 'base64' },
    remove_background: flag(true),
    texture: flag(false),
    face_count: whole(
      { min: 1_000, max: 100_000, preset: 40_000 },
      { visibleWhen: eq('texture', true), presets: [10_000, 40_000] },
    ),
    ...diffusion,
    num_chunks: whole({ min: 1_000, max: 20_000, preset: 8_000 }, { advanced: true }),
  },
}
