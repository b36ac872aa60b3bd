/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import type { ParamSchema } from '../param-schema.ts'
import { eq, flag, like, number, picture, pick, seed, whole, words } from './parts.ts'

const painted = like('should_texture', true)
const remeshed = eq('should_remesh', true)
const noTexture = {
  $comment: 'PBR is part of the texture.',
  'x-effect': 'server-ignores',
  if: eq('should_texture', false),
  then: { properties: { enable_pbr: { const: false } } },
}

export const meshy: ParamSchema = {
  type: 'object',
  required: ['image_url'],
  additionalProperties: false,
  properties: {
    image_url: picture(),
    ai_model: pick(['latest', 'meshy-6', 'meshy-6-lite'], 'latest'),
    model_type: pick(['standard', 'smart-topology'], 'standard'),
    geometry_resolution: pick(['standard', '2k', '4k'], 'standard'),
    should_remesh: flag(false),
    topology: pick(['triangle', 'quad'], 'triangle', { visibleWhen: remeshed }),
    target_polycount: whole(
      { min: 100, max: 300_000, preset: 30_000 },
      { scale: 'log', visibleWhen: remeshed },
    ),
    should_texture: flag(true),
    enable_pbr: flag(false, { visibleWhen: painted, valueWhenHidden: false }),
    texture_prompt: words(600),
    texture_image_url: picture({ omitWhenEmpty: true, advanced: true }),
    target_formats: {
      type: 'array',
      items: { type: 'string', enum: ['glb', 'fbx', 'obj'] },
      uniqueItems: true,
      'x-ui': { widget: 'checkboxes', omitWhenEmpty: true },
    },
    auto_size: flag(false),
    origin_at: pick(['bottom', 'center'], 'bottom', { visibleWhen: eq('auto_size', true) }),
  },
  allOf: [
    noTexture,
    {
      $comment: 'Words or a picture for the texture, not both.',
      'x-effect': 'server-prefers-prompt-or-rejects',
      not: { required: ['texture_prompt', 'texture_image_url'] },
    },
    {
      $comment: 'Finer geometry is for 7.1.',
      'x-effect': 'reject',
      if: {
        properties: { ai_model: { enum: ['meshy-6', 'meshy-6-lite'] } },
        required: ['ai_model'],
      },
      then: { properties: { geometry_resolution: { const: 'standard' } } },
    },
    {
      $comment: 'Smart topology: 100 to 15,000.',
      'x-effect': 'reject',
      if: eq('model_type', 'smart-topology'),
      then: { properties: { target_polycount: { maximum: 15_000 } } },
    },
  ],
  'x-price': { unit: 'credit', base: 20, add: [{ when: painted, amount: 10 }] },
}

export const meshyAtFal: ParamSchema = {
  type: 'object',
  required: ['image_url'],
  additionalProperties: false,
  properties: {
    image_url: picture(),
    should_texture: flag(true),
    enable_pbr: flag(false, { visibleWhen: painted, valueWhenHidden: false }),
    enable_rigging: flag(false),
    rigging_height_meters: number(
      { min: 0.1, max: 10, preset: 1.7 },
      { unit: 'm', widget: 'number', visibleWhen: eq('enable_rigging', true) },
    ),
    enable_animation: flag(false, {
      visibleWhen: eq('enable_rigging', true),
      valueWhenHidden: false,
    }),
    animation_action_id: whole(
      { preset: 1001 },
      { visibleWhen: { allOf: [eq('enable_rigging', true), eq('enable_animation', true)] } },
    ),
  },
  allOf: [
    noTexture,
    {
      $comment: 'Only a rig can be animated.',
      'x-effect': 'reject',
      if: eq('enable_animation', true),
      then: eq('enable_rigging', true),
    },
  ],
  'x-price': { unit: 'usd', base: 0.8 },
}

export const rodinAtFal: ParamSchema = {
  type: 'object',
  additionalProperties: false,
  anyOf: [{ required: ['input_image_urls'] }, { required: ['prompt'] }],
  properties: {
    input_image_urls: {
      type: 'array',
      title: 'Pictures',
      items: { type: 'string', format: 'uri' },
      minItems: 1,
      maxItems: 5,
      'x-ui': { widget: 'images', omitWhenEmpty: true },
    },
    prompt: { ...words(2500), title: 'Words' },
    quality_mesh_option: pick(['18K Quad', '500K Triangle'], '500K Triangle'),
    geometry_file_format: pick(['glb', 'fbx'], 'glb', { warning: 'Only GLB shows here.' }),
    addons: pick(['HighPack'], undefined, { widget: 'toggle', omitWhenEmpty: true }),
    bbox_condition: {
      type: 'array',
      items: { type: 'integer', minimum: 0, maximum: 300 },
      minItems: 3,
      maxItems: 3,
      'x-ui': { widget: 'vector3', omitWhenEmpty: true },
    },
    seed: seed(65_535),
  },
  'x-price': { unit: 'usd', base: 0.4, add: [{ when: { required: ['addons'] }, amount: 0.8 }] },
}

export const seed3dAtArk: ParamSchema = {
  type: 'object',
  required: ['image'],
  additionalProperties: false,
  properties: {
    image: picture(),
    subdivision_level: pick(['low', 'medium', 'high'], 'medium'),
    file_format: pick(['glb', 'obj'], 'glb', { warning: 'Only GLB shows here.' }),
    prompt: words(1024),
  },
  'x-price': { unit: 'usd', base: 0.353 },
}

export const sf3d: ParamSchema = {
  type: 'object',
  required: ['image'],
  additionalProperties: false,
  properties: {
    image: picture(),
    texture_resolution: pick(['512', '1024', '2048'], '1024', { widget: 'segmented', unit: 'px' }),
    foreground_ratio: number({ min: 0.1, max: 1, preset: 0.85 }, { step: 0.01 }),
    remesh: pick(['none', 'triangle', 'quad'], 'none'),
    vertex_count: whole(
      { min: -1, max: 20_000 },
      { widget: 'number', visibleWhen: { not: like('remesh', 'none') } },
    ),
  },
}

export const spar3d: ParamSchema = {
  type: 'object',
  required: ['image'],
  additionalProperties: false,
  properties: {
    image: picture(),
    foreground_ratio: number({ min: 1, max: 2, preset: 1.3 }),
    remesh: pick(['none', 'triangle'], 'none'),
    target_type: pick(['none', 'vertex', 'face'], 'none', {
      visibleWhen: { not: like('remesh', 'none') },
    }),
    target_count: whole(
      { min: 100, max: 20_000, preset: 1_000 },
      { visibleWhen: { not: like('target_type', 'none') } },
    ),
    seed: seed(4_294_967_294),
  },
}

const sampler = (strength: number, steps: number) => ({
  guidance_strength: number({ min: 0, max: 10, preset: strength }),
  sampling_steps: whole({ min: 1, max: 50, preset: steps }),
})
const stage = (name: string, strength: number, steps = 12) =>
  Object.fromEntries(
    Object.entries(sampler(strength, steps)).map(([key, field]) => [
      `${name}_${key}`,
      { ...field, 'x-ui': { widget: 'slider', group: `stage:${name}`, advanced: true } },
    ]),
  )

export const trellisAtFal: ParamSchema = {
  type: 'object',
  required: ['image_url'],
  additionalProperties: false,
  properties: {
    image_url: picture(),
    texture_size: pick([512, 1024, 2048], 1024),
    mesh_simplify: number({ min: 0.9, max: 0.98, preset: 0.95 }, { step: 0.01 }),
    seed: seed(),
    ...stage('ss', 7.5),
    ...stage('slat', 3),
  },
  'x-price': { unit: 'usd', base: 0.02 },
}

export const trellis2AtFal: ParamSchema = {
  type: 'object',
  required: ['image_url'],
  additionalProperties: false,
  properties: {
    image_url: picture(),
    resolution: pick([512, 1024, 1536], 1024),
    decimation_target: whole(
      { min: 5_000, max: 2_000_000, preset: 500_000 },
      { scale: 'log', unit: 'vertices', presets: [20_000, 500_000] },
    ),
    remesh: flag(true),
    remesh_band: number({ min: 0, max: 4, preset: 1 }, { visibleWhen: like('remesh', true) }),
    seed: seed(),
    ...stage('ss', 7.5),
    ...stage('shape_slat', 7.5),
    ...stage('tex_slat', 1),
  },
  'x-price': {
    unit: 'usd',
    base: 0.3,
    byValue: { resolution: { 512: 0.25, 1024: 0.3, 1536: 0.35 } },
  },
}

export const triposrAtFal: ParamSchema = {
  type: 'object',
  required: ['image_url'],
  additionalProperties: false,
  properties: {
    image_url: picture(),
    output_format: pick(['glb', 'obj'], 'glb'),
    do_remove_background: flag(true),
    foreground_ratio: number(
      { min: 0.5, max: 1, preset: 0.9 },
      { visibleWhen: like('do_remove_background', true) },
    ),
    mc_resolution: whole({ min: 32, max: 1_024, preset: 256 }, { step: 32 }),
  },
  'x-price': { unit: 'usd', base: 0.07 },
}
