/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import type { ParamSchema } from '../param-schema.ts'
import { eq, flag, like, picture, pick, seed, upload, whole, words } from './parts.ts'

const painted = like('texture', true)
const texture = {
  texture: flag(true),
  pbr: flag(true, { visibleWhen: painted, valueWhenHidden: false }),
  texture_quality: pick(['standard', 'detailed', 'extreme'], 'standard', { visibleWhen: painted }),
}
const paintedAnyway = {
  $comment: 'PBR switches the texture on.',
  'x-effect': 'server-overrides',
  if: eq('texture', false),
  then: eq('pbr', false),
}
const versions = ['v3.1-20260211', 'v2.5-20250123', 'Turbo-v1.0-20250506']
const shape = {
  model_version: pick(versions, 'v3.1-20260211'),
  geometry_quality: pick(['standard', 'detailed'], 'standard'),
  face_limit: whole({ min: 500, max: 2_000_000 }, { widget: 'number', omitWhenEmpty: true }),
  quad: flag(false, { warning: 'Gives FBX.' }),
  generate_parts: flag(false),
  model_seed: seed(),
}
const rules = [
  paintedAnyway,
  {
    $comment: 'Parts need texture and PBR off.',
    'x-effect': 'reject',
    if: eq('generate_parts', true),
    then: {
      properties: { texture: { const: false }, pbr: { const: false }, quad: { const: false } },
      required: ['texture', 'pbr'],
    },
  },
  {
    $comment: 'v2.5 has one geometry quality.',
    'x-effect': 'reject',
    if: eq('model_version', 'v2.5-20250123'),
    then: like('geometry_quality', 'standard'),
  },
  {
    $comment: 'Quads: better below 150,000.',
    'x-effect': 'advise',
    if: eq('quad', true),
    then: { properties: { face_limit: { maximum: 150_000 } } },
  },
]
const price = (base: number) => ({
  unit: 'credit',
  usdPerUnit: 0.01,
  base,
  add: [
    { when: painted, amount: 10 },
    { when: eq('texture_quality', 'detailed'), amount: 10 },
    { when: eq('quad', true), amount: 5 },
  ],
})

/** The vendor's own interface, by picture. */
export const tripoPicture: ParamSchema = {
  type: 'object',
  required: ['type', 'file'],
  additionalProperties: false,
  properties: {
    type: { const: 'image_to_model', 'x-ui': { hidden: true } },
    file: { ...upload, title: 'Picture', 'x-ui': { widget: 'image' } },
    ...shape,
    ...texture,
  },
  allOf: rules,
  'x-price': price(20),
}

export const tripoText: ParamSchema = {
  type: 'object',
  required: ['type', 'prompt'],
  additionalProperties: false,
  properties: {
    type: { const: 'text_to_model', 'x-ui': { hidden: true } },
    prompt: words(1024),
    negative_prompt: words(255),
    image_seed: seed(),
    ...shape,
    ...texture,
  },
  allOf: rules,
  'x-price': price(10),
}

const place = { anyOf: [upload, { type: 'object', maxProperties: 0 }] }

export const tripoViews: ParamSchema = {
  type: 'object',
  required: ['type'],
  oneOf: [{ required: ['files'] }, { required: ['original_task_id'] }],
  additionalProperties: false,
  properties: {
    type: { const: 'multiview_to_model', 'x-ui': { hidden: true } },
    files: {
      type: 'array',
      title: 'Views',
      prefixItems: [upload, place, place, place],
      minItems: 4,
      maxItems: 4,
      contains: { type: 'object', minProperties: 1 },
      minContains: 2,
      'x-ui': { widget: 'views', slots: ['front', 'left', 'back', 'right'] },
    },
    original_task_id: { type: 'string', title: 'Earlier task', 'x-ui': { omitWhenEmpty: true } },
    ...shape,
    ...texture,
  },
  allOf: rules,
  'x-price': price(20),
}

/** A version with a list of its own, in which other fields are an error. */
export const tripoP1: ParamSchema = {
  type: 'object',
  required: ['type', 'model_version', 'file'],
  additionalProperties: false,
  properties: {
    type: { const: 'image_to_model', 'x-ui': { hidden: true } },
    model_version: { const: 'P1-20260311', 'x-ui': { hidden: true } },
    file: { ...upload, title: 'Picture', 'x-ui': { widget: 'image' } },
    face_limit: whole({ min: 48, max: 20_000 }, { presets: [500, 2_000], omitWhenEmpty: true }),
    ...texture,
  },
  allOf: [paintedAnyway],
  'x-price': { ...price(40) },
}

export const tripoP2AtFal: ParamSchema = {
  type: 'object',
  required: ['image_url'],
  additionalProperties: false,
  properties: {
    image_url: picture(),
    face_limit: whole({ min: 48, max: 50_000 }, { omitWhenEmpty: true }),
    quad: flag(false),
    ...texture,
    texture_version: pick(['v3.5', 'v3.0', 'v2.5'], undefined, { omitWhenEmpty: true }),
    delight: flag(true, { visibleWhen: eq('texture_version', 'v3.5') }),
    export_orientation: pick(['+x', '-x', '+y', '-y'], '+x'),
    model_seed: seed(),
  },
  allOf: [
    paintedAnyway,
    {
      $comment: 'Quads: at most 25,000 faces.',
      'x-effect': 'reject',
      if: eq('quad', true),
      then: { properties: { face_limit: { maximum: 25_000 } } },
    },
  ],
  'x-price': { unit: 'usd', base: 1, add: [{ when: painted, amount: 0.1 }] },
}
