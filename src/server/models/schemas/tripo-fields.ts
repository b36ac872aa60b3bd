import { is, isOrDefault } from './rules.ts'

export const v3 = ['v3.1-20260211', 'v3.0-20250812']
const v25 = 'v2.5-20250123'
export const p1 = 'P1-20260311'

const versionLabels: Record<string, string> = {
  'v3.1-20260211': 'v3.1',
  'v3.0-20250812': 'v3.0',
  [v25]: 'v2.5',
  [p1]: 'P1 (clean low poly)',
}

/** Versions that Tripo still runs and gateways pass on. */
export const currentVersions = [...v3, v25]

const isTextured = isOrDefault('texture', true)
const isModeller = { not: is('model_version', p1) }

/** @param versions the offered versions, newest first. */
export const createVersionField = (versions: readonly string[], order: number) => ({
  type: 'string',
  title: 'Version',
  description: 'Which release of the model to run.',
  enum: versions,
  default: 'v2.5-20250123',
  'x-ui': { order, group: 'input', important: true, labels: versionLabels },
})

/**
 * Fields of shape and texture that the models for picture, text and views share. Their order starts
 * at 100.
 */
export const tripoFields = {
  face_limit: {
    type: 'integer',
    title: 'Face limit',
    description: 'Maximum number of faces. Leave empty to let the model choose (10,000 for quads).',
    minimum: 48,
    maximum: 2_000_000,
    'x-ui': {
      order: 100,
      group: 'geometry',
      widget: 'number',
      unit: 'faces',
      presets: [5_000, 10_000, 50_000],
      omitWhenEmpty: true,
      important: true,
    },
  },
  geometry_quality: {
    type: 'string',
    title: 'Geometry quality',
    description: 'Detailed is slower and costs more; v3.0 or later.',
    enum: ['standard', 'detailed'],
    default: 'standard',
    'x-ui': {
      order: 110,
      group: 'geometry',
      visibleWhen: { properties: { model_version: { enum: v3 } }, required: ['model_version'] },
    },
  },
  quad: {
    type: 'boolean',
    title: 'Quads',
    description: 'Four-sided faces, for editing the model further.',
    default: false,
    'x-ui': {
      order: 120,
      group: 'geometry',
      visibleWhen: isModeller,
      warning: 'Quads are delivered as an FBX file instead of GLB.',
    },
  },
  smart_low_poly: {
    type: 'boolean',
    title: 'Smart low poly',
    description: 'Few faces in a clean, hand-made layout; may fail on intricate shapes.',
    default: false,
    'x-ui': { order: 130, group: 'geometry', visibleWhen: isModeller },
  },
  generate_parts: {
    type: 'boolean',
    title: 'Split into parts',
    description: 'Separate parts that can be edited. Needs texture, PBR and quads off.',
    default: false,
    'x-ui': { order: 140, group: 'geometry', advanced: true, visibleWhen: isModeller },
  },
  auto_size: {
    type: 'boolean',
    title: 'Real-world size',
    description: 'Scale the model to real-world metres. Textured models only.',
    default: false,
    'x-ui': { order: 150, group: 'geometry', advanced: true, visibleWhen: isTextured },
  },
  texture: {
    type: 'boolean',
    title: 'Texture',
    description: 'Texture the model. Off gives an untextured model and costs less.',
    default: true,
    'x-ui': { order: 200, group: 'texture', important: true },
  },
  pbr: {
    type: 'boolean',
    title: 'PBR materials',
    description: 'Adds metalness, roughness and normal maps.',
    default: true,
    'x-ui': {
      order: 210,
      group: 'texture',
      important: true,
      visibleWhen: isOrDefault('texture', true),
      // While the param is hidden, `false` is sent. The default of the service is true, which would
      // add the texture and its price.
      valueWhenHidden: false,
    },
  },
  texture_quality: {
    type: 'string',
    title: 'Texture quality',
    description: 'Detailed is about 4K, extreme about 8K; both cost more.',
    enum: ['standard', 'detailed', 'extreme'],
    default: 'standard',
    'x-ui': { order: 220, group: 'texture', visibleWhen: isTextured },
  },
  texture_seed: {
    type: 'integer',
    title: 'Texture seed',
    description: 'Another texture seed repaints the same shape.',
    minimum: 0,
    maximum: 2_147_483_647,
    'x-ui': {
      order: 310,
      group: 'advanced',
      widget: 'seed',
      advanced: true,
      omitWhenEmpty: true,
      visibleWhen: isTextured,
    },
  },
  compress: {
    type: 'string',
    title: 'Compression',
    description: 'File compression; leave empty for none.',
    enum: ['meshopt', 'geometry'],
    'x-ui': {
      order: 320,
      group: 'advanced',
      advanced: true,
      omitWhenEmpty: true,
    },
  },
  export_uv: {
    type: 'boolean',
    title: 'UV unwrap',
    description: 'For API clients. Off is faster and unwraps when a texture is made later.',
    'x-ui': { order: 330, group: 'hidden', hidden: true },
  },
} as const

export const tripoPictureFields = {
  texture_alignment: {
    type: 'string',
    title: 'Texture follows',
    description: 'Which one wins where picture and shape disagree.',
    enum: ['original_image', 'geometry'],
    default: 'original_image',
    'x-ui': {
      order: 230,
      group: 'texture',
      advanced: true,
      labels: { original_image: 'The picture', geometry: 'The shape' },
      visibleWhen: isTextured,
    },
  },
  orientation: {
    type: 'string',
    title: 'Facing',
    description: 'Rotate the model to face as in the picture. Textured models only.',
    enum: ['default', 'align_image'],
    default: 'default',
    'x-ui': {
      order: 240,
      group: 'texture',
      advanced: true,
      labels: { default: 'Default', align_image: 'As in the picture' },
      visibleWhen: isTextured,
    },
  },
} as const

export const shapeSeedField = {
  type: 'integer',
  title: 'Shape seed',
  description: 'The same seed gives the same shape.',
  minimum: 0,
  maximum: 2_147_483_647,
  'x-ui': { order: 300, group: 'advanced', widget: 'seed', advanced: true, omitWhenEmpty: true },
} as const

/** Returns a param that programs may send but the form hides. */
export const hiddenParam = (title: string, description: string, rest: object) => ({
  title,
  description,
  ...rest,
  'x-ui': { order: 900, group: 'hidden', hidden: true },
})
