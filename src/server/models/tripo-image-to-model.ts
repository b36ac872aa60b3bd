// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import type { ParamSchema } from '#contract/models.ts'
import { pictureField } from './picture-field.ts'

const whenTextured = { properties: { texture: { const: true } } }
const is = (name: string, value: unknown) => ({
  properties: { [name]: { const: value } },
  required: [name],
})

const early = ['v2.5-20250123', 'v2.0-20240919', 'v1.4-20240625', 'v1.3-20240522']

/**
 * Params of `tripo3d_image_to_model` as gateways take them. Quads are left out, since they come as FBX
 * and what is kept here is GLB.
 */
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
    model_version: {
      type: 'string',
      title: 'Version',
      description: 'Which release of the model to run.',
      enum: [
        'v3.1-20260211',
        'v3.0-20250812',
        'v2.5-20250123',
        'v2.0-20240919',
        'Turbo-v1.0-20250506',
        'v1.4-20240625',
        'v1.3-20240522',
      ],
      default: 'v2.5-20250123',
      'x-ui': {
        order: 20,
        group: 'input',
        important: true,
        labels: {
          'v3.1-20260211': 'v3.1',
          'v3.0-20250812': 'v3.0',
          'v2.5-20250123': 'v2.5',
          'v2.0-20240919': 'v2.0',
          'Turbo-v1.0-20250506': 'Turbo (fast)',
          'v1.4-20240625': 'v1.4',
          'v1.3-20240522': 'v1.3',
        },
      },
    },
    enable_image_autofix: {
      type: 'boolean',
      title: 'Improve the picture first',
      description: 'Cleans the picture before modelling; slower.',
      default: false,
      'x-ui': { order: 30, group: 'input', advanced: true },
    },
    style: {
      type: 'string',
      title: 'Style',
      description: 'Name of a style that the model knows; empty for none.',
      maxLength: 100,
      'x-ui': { order: 40, group: 'input', advanced: true, omitWhenEmpty: true },
    },
    face_limit: {
      type: 'integer',
      title: 'Face limit',
      description: 'Most faces of the model. Empty lets the model choose.',
      minimum: 500,
      maximum: 2_000_000,
      'x-ui': { order: 50, group: 'geometry', unit: 'faces', omitWhenEmpty: true, important: true },
    },
    geometry_quality: {
      type: 'string',
      title: 'Geometry quality',
      description: 'Detailed is slower and costs more; from v3.0 on.',
      enum: ['standard', 'detailed'],
      default: 'standard',
      'x-ui': {
        order: 60,
        group: 'geometry',
        visibleWhen: {
          properties: { model_version: { enum: ['v3.1-20260211', 'v3.0-20250812'] } },
        },
      },
    },
    smart_low_poly: {
      type: 'boolean',
      title: 'Smart low poly',
      description: 'Few faces, laid as if by hand; may fail on intricate shapes.',
      default: false,
      'x-ui': { order: 70, group: 'geometry' },
    },
    generate_parts: {
      type: 'boolean',
      title: 'Split into parts',
      description: 'Separate parts that can be edited. Needs texture and PBR off.',
      default: false,
      'x-ui': { order: 80, group: 'geometry', advanced: true },
    },
    auto_size: {
      type: 'boolean',
      title: 'Real-world size',
      description: 'Scale the model to metres.',
      default: false,
      'x-ui': { order: 90, group: 'geometry', advanced: true },
    },
    quad: {
      type: 'boolean',
      title: 'Quads',
      description: 'Four-sided faces come as FBX, which is not kept here.',
      const: false,
      'x-ui': { order: 95, group: 'hidden', hidden: true },
    },
    texture: {
      type: 'boolean',
      title: 'Texture',
      description: 'Paint the model. Off gives the bare shape and costs less.',
      default: true,
      'x-ui': { order: 100, group: 'texture', important: true },
    },
    pbr: {
      type: 'boolean',
      title: 'PBR materials',
      description: 'Adds maps for metal, gloss and bumps.',
      default: true,
      'x-ui': {
        order: 110,
        group: 'texture',
        important: true,
        visibleWhen: whenTextured,
        valueWhenHidden: false,
      },
    },
    texture_quality: {
      type: 'string',
      title: 'Texture quality',
      description: 'Detailed costs more.',
      enum: ['standard', 'detailed'],
      default: 'standard',
      'x-ui': { order: 120, group: 'texture', visibleWhen: whenTextured },
    },
    texture_alignment: {
      type: 'string',
      title: 'Texture follows',
      description: 'What wins where picture and shape disagree.',
      enum: ['original_image', 'geometry'],
      default: 'original_image',
      'x-ui': {
        order: 130,
        group: 'texture',
        advanced: true,
        labels: { original_image: 'The picture', geometry: 'The shape' },
        visibleWhen: whenTextured,
      },
    },
    orientation: {
      type: 'string',
      title: 'Facing',
      description: 'Turn the model so that it faces as in the picture.',
      enum: ['default', 'align_image'],
      default: 'default',
      'x-ui': {
        order: 140,
        group: 'texture',
        advanced: true,
        labels: { default: 'Default', align_image: 'As in the picture' },
        visibleWhen: whenTextured,
      },
    },
    compress: {
      type: 'string',
      title: 'Compression',
      description: 'How the file is packed; empty for not at all.',
      enum: ['meshopt', 'geometry'],
      'x-ui': { order: 150, group: 'advanced', advanced: true, omitWhenEmpty: true },
    },
    model_seed: {
      type: 'integer',
      title: 'Shape seed',
      description: 'The same seed gives the same shape.',
      minimum: 0,
      maximum: 2_147_483_647,
      'x-ui': {
        order: 160,
        group: 'advanced',
        widget: 'seed',
        advanced: true,
        omitWhenEmpty: true,
      },
    },
    texture_seed: {
      type: 'integer',
      title: 'Texture seed',
      description: 'The same shape with another texture seed is painted anew.',
      minimum: 0,
      maximum: 2_147_483_647,
      'x-ui': {
        order: 170,
        group: 'advanced',
        widget: 'seed',
        advanced: true,
        omitWhenEmpty: true,
        visibleWhen: whenTextured,
      },
    },
  },
  allOf: [
    {
      $comment: 'PBR on means texture on: the model is painted, and that is billed.',
      'x-effect': 'server-overrides',
      if: is('texture', false),
      // The model's own default is on, so leaving it out counts as on.
      then: is('pbr', false),
    },
    {
      $comment: 'Splitting into parts needs texture and PBR off.',
      'x-effect': 'reject',
      if: is('generate_parts', true),
      then: {
        properties: { texture: { const: false }, pbr: { const: false } },
        required: ['texture', 'pbr'],
      },
    },
    {
      $comment: 'Smart low poly takes a face limit of 500 to 20,000.',
      'x-effect': 'reject',
      if: is('smart_low_poly', true),
      then: { properties: { face_limit: { minimum: 500, maximum: 20_000 } } },
    },
    {
      $comment: 'Geometry quality exists from v3.0 on.',
      'x-effect': 'reject',
      if: {
        properties: { model_version: { enum: [...early, 'Turbo-v1.0-20250506'] } },
        required: ['model_version'],
      },
      then: { properties: { geometry_quality: { const: 'standard' } } },
    },
    {
      $comment: 'Versions before 3 take a face limit of at most 500,000.',
      'x-effect': 'reject',
      if: { properties: { model_version: { enum: early } }, required: ['model_version'] },
      then: { properties: { face_limit: { maximum: 500_000 } } },
    },
    {
      $comment: 'Turbo takes a face limit of at most 50,000.',
      'x-effect': 'reject',
      if: is('model_version', 'Turbo-v1.0-20250506'),
      then: { properties: { face_limit: { maximum: 50_000 } } },
    },
  ],
}
