import type { JsonSchema } from '#lib/params/param-schema.ts'

export const smartModels = ['meshy-t2.5', 'meshy-t2'] as const
const newest = ['latest', 'meshy-7.1'] as const

const labels: Readonly<Record<string, string>> = {
  latest: 'Newest (7.1)',
  'meshy-7.1': '7.1',
  'meshy-7': '7 (deprecated)',
  'meshy-6': '6',
  'meshy-6-lite': '6 Lite',
  'meshy-t2.5': 'T2.5 (smart topology)',
  'meshy-t2': 'T2 (smart topology)',
}

export const hasValue = (name: string, ...values: readonly unknown[]): JsonSchema => ({
  required: [name],
  properties: { [name]: { enum: values } },
})

export const isSmart: JsonSchema = hasValue('model_type', 'smart-topology')
const isStandard: JsonSchema = { properties: { model_type: { const: 'standard' } } }
const isTextured: JsonSchema = { properties: { should_texture: { const: true } } }
/** An absent `ai_model` also matches, because Meshy then uses its newest model. */
const modelIsOneOf = (...models: readonly string[]): JsonSchema => ({
  properties: { ai_model: { enum: models } },
})

const pictureHints = {
  group: 'input',
  important: true,
  accept: ['image/jpeg', 'image/png', 'image/webp'],
  maxBytes: 20 * 1024 * 1024,
}

export const meshyInputFields: Readonly<Record<'picture' | 'pictures' | 'text', JsonSchema>> = {
  picture: {
    image_url: {
      type: 'string',
      title: 'Picture',
      description: 'One picture of a single object.',
      'x-ui': { widget: 'image', ...pictureHints },
    },
  },
  pictures: {
    image_urls: {
      type: 'array',
      title: 'Pictures',
      description: 'One to four pictures of the same object, from different sides.',
      minItems: 1,
      maxItems: 4,
      items: { type: 'string' },
      'x-ui': { widget: 'images', ...pictureHints },
    },
  },
  text: {
    prompt: {
      type: 'string',
      title: 'Description',
      description:
        'What to make. The result has no texture; “Texture” in its next steps paints it.',
      minLength: 1,
      maxLength: 600,
      'x-ui': { group: 'input', widget: 'textarea', important: true },
    },
  },
}

export const modelField = (models: readonly string[]): JsonSchema => ({
  type: 'string',
  title: 'Version',
  description: 'Which model of Meshy to run.',
  enum: models,
  default: models[0],
  'x-ui': { group: 'input', important: true, labels },
})

export const modelTypeField: JsonSchema = {
  type: 'string',
  title: 'Kind of model',
  description: 'Standard, or clean faces of a chosen number from the start.',
  enum: ['standard', 'smart-topology'],
  default: 'standard',
  'x-ui': {
    group: 'input',
    labels: { standard: 'Standard', 'smart-topology': 'Smart topology' },
  },
}

export const resolutionField = (values: readonly string[]): JsonSchema => ({
  type: 'string',
  title: 'Geometry resolution',
  description: 'Finer geometry costs 5 credits more.',
  enum: values,
  default: 'standard',
  'x-ui': {
    group: 'geometry',
    labels: { standard: 'Standard', '2k': '2K', '4k': '4K' },
    visibleWhen: { allOf: [isStandard, modelIsOneOf(...newest, 'meshy-7')] },
  },
})

const ifRemeshed: JsonSchema = { allOf: [isStandard, hasValue('should_remesh', true)] }

export const meshFields: JsonSchema = {
  should_remesh: {
    type: 'boolean',
    title: 'Remesh',
    description: 'Rebuilds the mesh with a chosen kind and number of faces.',
    default: false,
    'x-ui': { group: 'geometry', visibleWhen: isStandard },
  },
  topology: {
    type: 'string',
    title: 'Faces',
    enum: ['triangle', 'quad'],
    default: 'triangle',
    'x-ui': {
      group: 'geometry',
      labels: { triangle: 'Triangles', quad: 'Quads' },
      visibleWhen: { anyOf: [isSmart, ifRemeshed] },
    },
  },
  target_polycount: {
    type: 'integer',
    title: 'Number of faces',
    description: 'T2: 100 to 15,000. T2.5: 100 to 30,000.',
    minimum: 100,
    maximum: 300_000,
    'x-ui': {
      group: 'geometry',
      widget: 'number',
      unit: 'faces',
      omitWhenEmpty: true,
      visibleWhen: { anyOf: [isSmart, ifRemeshed] },
    },
  },
  decimation_mode: {
    type: 'integer',
    title: 'Adaptive reduction',
    description: 'Takes the place of the number of faces.',
    enum: [1, 2, 3, 4],
    'x-ui': {
      group: 'geometry',
      advanced: true,
      omitWhenEmpty: true,
      labels: { 1: 'Ultra', 2: 'High', 3: 'Medium', 4: 'Low' },
      visibleWhen: ifRemeshed,
    },
  },
  pose_mode: {
    type: 'string',
    title: 'Pose',
    description: 'For figures that are to be rigged.',
    enum: ['a-pose', 't-pose'],
    'x-ui': {
      group: 'geometry',
      advanced: true,
      omitWhenEmpty: true,
      labels: { 'a-pose': 'A pose', 't-pose': 'T pose' },
    },
  },
}

/** @param lightModels models that can remove the lighting of the picture from the texture. */
export const meshyTextureFields = (lightModels: readonly string[]): JsonSchema => ({
  should_texture: {
    type: 'boolean',
    title: 'Texture',
    description: 'Paints the model. Off costs 10 credits less.',
    default: true,
    'x-ui': { group: 'texture', important: true },
  },
  enable_pbr: {
    type: 'boolean',
    title: 'PBR materials',
    description: 'Adds metalness, roughness and normal maps.',
    default: false,
    'x-ui': { group: 'texture', visibleWhen: isTextured, valueWhenHidden: false },
  },
  texture_resolution: {
    type: 'string',
    title: 'Texture resolution',
    enum: ['2k', '4k', '8k'],
    default: '2k',
    'x-ui': {
      group: 'texture',
      labels: { '2k': '2K', '4k': '4K', '8k': '8K (+5 credits)' },
      visibleWhen: isTextured,
    },
  },
  texture_prompt: {
    type: 'string',
    title: 'Texture description',
    maxLength: 600,
    'x-ui': {
      group: 'texture',
      widget: 'textarea',
      advanced: true,
      omitWhenEmpty: true,
      visibleWhen: isTextured,
    },
  },
  texture_image_url: {
    type: 'string',
    title: 'Texture picture',
    description: 'Not together with the description.',
    'x-ui': {
      ...pictureHints,
      group: 'texture',
      widget: 'image',
      important: false,
      advanced: true,
      omitWhenEmpty: true,
      visibleWhen: isTextured,
    },
  },
  remove_lighting: {
    type: 'boolean',
    title: 'Without light and shadow',
    default: true,
    'x-ui': {
      group: 'texture',
      advanced: true,
      visibleWhen: { allOf: [isTextured, hasValue('ai_model', ...lightModels)] },
    },
  },
})

export const enhancementField: JsonSchema = {
  image_enhancement: {
    type: 'boolean',
    title: 'Improve the picture first',
    default: true,
    'x-ui': {
      group: 'input',
      advanced: true,
      visibleWhen: modelIsOneOf(...newest, 'meshy-6'),
    },
  },
}

export const meshyOutputFields: JsonSchema = {
  auto_size: {
    type: 'boolean',
    title: 'Real-world size',
    description: 'Estimates the height and scales the model.',
    default: false,
    'x-ui': { group: 'output', advanced: true },
  },
  origin_at: {
    type: 'string',
    title: 'Origin',
    enum: ['bottom', 'center'],
    default: 'bottom',
    'x-ui': {
      group: 'output',
      advanced: true,
      labels: { bottom: 'At the base', center: 'In the middle' },
      visibleWhen: hasValue('auto_size', true),
    },
  },
  target_formats: {
    type: 'array',
    title: 'File formats',
    description: 'Fewer are faster. 3MF is made only when it is chosen.',
    items: { type: 'string', enum: ['glb', 'fbx', 'obj', 'usdz', 'stl', '3mf'] },
    uniqueItems: true,
    'x-ui': { group: 'output', widget: 'checkboxes', advanced: true, omitWhenEmpty: true },
  },
  moderation: {
    type: 'boolean',
    title: 'Check the content',
    default: false,
    'x-ui': { group: 'advanced', advanced: true },
  },
}
