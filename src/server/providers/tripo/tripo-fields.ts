import type { JsonSchema } from '#lib/params/param-schema.ts'

/** Versions of Tripo for detailed models, newest first. */
export const detailedVersions = ['v3.1-20260211', 'v3.0-20250812', 'v2.5-20250123'] as const
/** Versions of Tripo for models with few faces. */
export const lowPolyVersions = ['P1-20260311', 'P2-20260801'] as const

const versionLabels: Readonly<Record<string, string>> = {
  'v3.1-20260211': 'v3.1',
  'v3.0-20250812': 'v3.0',
  'v2.5-20250123': 'v2.5',
  'P1-20260311': 'P1',
  'P2-20260801': 'P2 (preview)',
}

export const textureVersions = ['v3.5-20260815', 'v3.0-20250812', 'v2.5-20250123'] as const

export const isSet = (name: string, value: JsonSchema): JsonSchema => ({
  required: [name],
  properties: { [name]: value },
})

const isTextured: JsonSchema = { properties: { texture: { const: true } } }
/** Matches an absent version too, because the default version is v3.1. */
export const isV3: JsonSchema = {
  properties: { model: { enum: ['v3.1-20260211', 'v3.0-20250812'] } },
}
export const isP1: JsonSchema = { properties: { model: { const: 'P1-20260311' } } }
export const isP2 = isSet('model', { const: 'P2-20260801' })

const picture = {
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 20 * 1024 * 1024,
  minSidePx: 20,
  maxSidePx: 6000,
  recommendedMinSidePx: 256,
}
const onePicture: JsonSchema = { type: 'string', 'x-ui': { widget: 'image', ...picture } }
const placeOrNothing: JsonSchema = { anyOf: [onePicture, { maxProperties: 0 }] }

/** Input fields of a model. The keys are the names of the v2 API. */
export const tripoInputFields: Readonly<Record<'picture' | 'views' | 'text', JsonSchema>> = {
  picture: {
    input: {
      type: 'string',
      title: 'Picture',
      description: 'One picture of a single object, on a plain background.',
      'x-ui': {
        group: 'input',
        widget: 'image',
        important: true,
        formerNames: ['file'],
        ...picture,
      },
    },
  },
  views: {
    inputs: {
      type: 'array',
      title: 'Views',
      description:
        'Front, left, back, right, in this order. Front is needed and at least one other. “Left” is the left side of the object itself.',
      minItems: 4,
      maxItems: 4,
      prefixItems: [onePicture, placeOrNothing, placeOrNothing, placeOrNothing],
      contains: { type: 'string' },
      minContains: 2,
      'x-ui': {
        group: 'input',
        widget: 'views',
        important: true,
        formerNames: ['files'],
        slots: ['front', 'left', 'back', 'right'],
        slotLabels: {
          front: 'Front (0 degrees)',
          left: 'Left (90 degrees)',
          back: 'Back (180 degrees)',
          right: 'Right (270 degrees)',
        },
        ...picture,
      },
    },
  },
  text: {
    prompt: {
      type: 'string',
      title: 'Description',
      description: 'What to make, in at most 1,024 characters and without emoji.',
      minLength: 1,
      maxLength: 1024,
      'x-ui': { group: 'input', widget: 'textarea', important: true },
    },
    negative_prompt: {
      type: 'string',
      title: 'What to avoid',
      maxLength: 255,
      'x-ui': { group: 'input', advanced: true, omitWhenEmpty: true },
    },
  },
}

export const versionField = (versions: readonly string[]): JsonSchema => ({
  type: 'string',
  title: 'Version',
  description: 'Which release of the model to run.',
  enum: versions,
  default: versions[0],
  'x-ui': {
    group: 'input',
    important: true,
    labels: versionLabels,
    formerNames: ['model_version'],
  },
})

const seed = (title: string, group: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'integer',
  title,
  description: 'The same seed gives the same result. Leave empty for a random one.',
  minimum: 0,
  maximum: 2_147_483_647,
  'x-ui': { group, widget: 'seed', advanced: true, omitWhenEmpty: true, ...more },
})

export const seedFields = {
  picture: seed('Picture seed', 'input'),
  model: seed('Shape seed', 'geometry'),
  texture: seed('Texture seed', 'texture', { visibleWhen: isTextured }),
}

export const tripoTextureFields: JsonSchema = {
  texture: {
    type: 'boolean',
    title: 'Texture',
    description: 'Paint the model. Off gives bare geometry and costs 10 credits less.',
    default: true,
    'x-ui': { group: 'texture', important: true },
  },
  pbr: {
    type: 'boolean',
    title: 'PBR materials',
    description: 'Adds metalness, roughness and normal maps.',
    default: true,
    // While the param is hidden, `false` is sent, because Tripo's default would add the texture and
    // its price.
    'x-ui': { group: 'texture', visibleWhen: isTextured, valueWhenHidden: false },
  },
  texture_quality: {
    type: 'string',
    title: 'Texture quality',
    enum: ['fast', 'standard', 'detailed', 'extreme'],
    default: 'standard',
    'x-ui': {
      group: 'texture',
      visibleWhen: isTextured,
      labels: {
        fast: 'Fast (textures v3.5)',
        standard: 'Standard',
        detailed: 'Detailed (+10 credits)',
        extreme: 'Extreme, 8K (+20 credits)',
      },
    },
  },
  texture_version: {
    type: 'string',
    title: 'Texture version',
    description: 'Leave empty for the usual one of the version.',
    enum: textureVersions,
    'x-ui': {
      group: 'texture',
      advanced: true,
      omitWhenEmpty: true,
      visibleWhen: isTextured,
      labels: { 'v3.5-20260815': 'v3.5', 'v3.0-20250812': 'v3.0', 'v2.5-20250123': 'v2.5' },
    },
  },
  delight: {
    type: 'boolean',
    title: 'Without light and shadow',
    description: 'Removes the light of the picture from the texture.',
    default: true,
    'x-ui': {
      group: 'texture',
      advanced: true,
      visibleWhen: isSet('texture_version', { const: 'v3.5-20260815' }),
    },
  },
}

export const pictureTextureFields: JsonSchema = {
  texture_alignment: {
    type: 'string',
    title: 'Texture follows',
    description: 'Which one wins where picture and shape disagree.',
    enum: ['original_image', 'geometry'],
    default: 'original_image',
    'x-ui': {
      group: 'texture',
      advanced: true,
      visibleWhen: isTextured,
      labels: { original_image: 'The picture', geometry: 'The shape' },
    },
  },
  orientation: {
    type: 'string',
    title: 'Facing',
    enum: ['default', 'align_image'],
    default: 'default',
    'x-ui': {
      group: 'output',
      advanced: true,
      visibleWhen: isTextured,
      labels: { default: 'Default', align_image: 'As in the picture' },
    },
  },
}

export const faceLimit = (minimum: number, maximum: number): JsonSchema => ({
  type: 'integer',
  title: 'Face limit',
  description: 'Upper bound for the number of faces. Leave empty to let Tripo choose.',
  minimum,
  maximum,
  'x-ui': { group: 'geometry', widget: 'number', unit: 'faces', omitWhenEmpty: true },
})

export const quadField = (visibleWhen: JsonSchema): JsonSchema => ({
  type: 'boolean',
  title: 'Quads',
  description: 'Four-sided faces, for editing. The result is an FBX file then.',
  default: false,
  'x-ui': {
    group: 'geometry',
    visibleWhen,
    warning: 'The result will be an FBX file instead of GLB. +5 credits.',
  },
})

export const detailFields: JsonSchema = {
  geometry_quality: {
    type: 'string',
    title: 'Geometry quality',
    description: 'Detailed is slower and costs 20 credits more.',
    enum: ['standard', 'detailed'],
    default: 'standard',
    'x-ui': { group: 'geometry', visibleWhen: isV3 },
  },
  quad: quadField(isV3),
  smart_low_poly: {
    type: 'boolean',
    title: 'Smart low poly',
    description: 'Few faces in a clean layout. It may fail on intricate shapes. +10 credits.',
    default: false,
    'x-ui': { group: 'geometry', visibleWhen: isV3 },
  },
  generate_parts: {
    type: 'boolean',
    title: 'Split into parts',
    description: 'Separate parts for editing. Needs texture, PBR and quads off. +20 credits.',
    default: false,
    'x-ui': { group: 'geometry', advanced: true, visibleWhen: isV3 },
  },
}

export const tripoOutputFields: JsonSchema = {
  auto_size: {
    type: 'boolean',
    title: 'Real-world size',
    description: 'Scales the model to metres.',
    default: false,
    'x-ui': { group: 'output', advanced: true, visibleWhen: isTextured },
  },
  compress: {
    type: 'string',
    title: 'Compression',
    description: 'Leave empty for none.',
    enum: ['geometry'],
    'x-ui': {
      group: 'output',
      advanced: true,
      omitWhenEmpty: true,
      labels: { geometry: 'Geometry (meshopt)' },
    },
  },
  export_uv: {
    type: 'boolean',
    title: 'UV layout',
    description: 'Unwraps while generating. Off is quicker.',
    default: true,
    'x-ui': { group: 'output', advanced: true },
  },
}

export const repairField: JsonSchema = {
  enable_image_autofix: {
    type: 'boolean',
    title: 'Improve the picture first',
    description: 'Slower.',
    default: false,
    'x-ui': { group: 'input', advanced: true },
  },
}
