// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import { getHints } from '#lib/params/param-schema.ts'
import type { JsonSchema, Params } from '#lib/params/param-schema.ts'
import { reject, within } from '../../models/schemas/rules.ts'
import type { ServiceStep } from '../service/step-schema.ts'
import { clipsFor, rigVersionFor } from './tripo-clips.ts'
import { isSet, textureVersions } from './tripo-fields.ts'

const textured = 'texture_model'
const segmented = 'mesh_segmentation'
const completed = 'mesh_completion'
const decimated = 'highpoly_to_lowpoly'
const unwrapped = 'mesh_uv'
export const rigged = 'animate_rig'
const animated = 'animate_retarget'
const converted = 'convert_model'

type TripoStep = ServiceStep & {
  path: string
  /** True if the step accepts an uploaded file. Other steps only continue from a task. */
  takesFiles: boolean
}

const onMesh = (model: string): boolean => ![rigged, converted, animated].includes(model)

const credits = (base: number, more: JsonSchema = {}): JsonSchema => ({
  unit: 'credit',
  usdPerUnit: 0.01,
  certain: true,
  label: 'Step',
  base,
  ...more,
})

const labels = (entries: Readonly<Record<string, string>>): JsonSchema => ({
  type: 'string',
  enum: Object.keys(entries),
  'x-ui': { labels: entries },
})

const shownIf = (field: JsonSchema, visibleWhen: JsonSchema): JsonSchema => ({
  ...field,
  'x-ui': { ...getHints(field), visibleWhen },
})

const quad: JsonSchema = { type: 'boolean', title: 'Quads', default: false }

const textureStep: TripoStep = {
  model: textured,
  path: '/models/texture',
  takesFiles: true,
  name: 'Texture',
  description: 'Repaints the model, from a description or as it was.',
  expectedSeconds: 80,
  follows: onMesh,
  properties: {
    text_prompt: {
      type: 'string',
      title: 'Description',
      description: 'Leave empty to use the picture that the model was made from.',
      maxLength: 1024,
      'x-ui': { widget: 'textarea' },
    },
    model: {
      ...labels({ 'v3.5-20260815': 'v3.5', 'v3.0-20250812': 'v3.0', 'v2.5-20250123': 'v2.5' }),
      title: 'Version',
      default: textureVersions[1],
    },
    texture_quality: {
      ...labels({
        fast: 'Fast (v3.5)',
        standard: 'Standard',
        detailed: 'Detailed',
        extreme: 'Extreme, 8K',
      }),
      title: 'Quality',
      default: 'standard',
    },
    pbr: { type: 'boolean', title: 'PBR materials', default: true },
    delight: shownIf(
      { type: 'boolean', title: 'Without light and shadow', default: true },
      isSet('model', { const: 'v3.5-20260815' }),
    ),
    texture_seed: { type: 'integer', title: 'Seed', minimum: 0, 'x-ui': { widget: 'seed' } },
  },
  rules: [
    reject('Fast textures need version v3.5.', {
      if: isSet('texture_quality', { const: 'fast' }),
      then: isSet('model', { const: 'v3.5-20260815' }),
    }),
  ],
  price: credits(10, {
    add: [
      { label: 'Detailed', amount: 10, when: isSet('texture_quality', { const: 'detailed' }) },
      { label: 'Extreme', amount: 20, when: isSet('texture_quality', { const: 'extreme' }) },
    ],
  }),
}

const isSmart: JsonSchema = { properties: { model: { const: 'v2.0' } } }

const decimateStep: TripoStep = {
  model: decimated,
  path: '/mesh/decimate',
  takesFiles: true,
  name: 'Low poly',
  description: 'Rebuilds it with few, clean faces, or only removes faces.',
  expectedSeconds: 60,
  follows: onMesh,
  properties: {
    model: {
      ...labels({ 'v2.0': 'Rebuild with clean faces', 'v1.0': 'Only remove faces' }),
      title: 'Method',
      default: 'v2.0',
    },
    face_limit: {
      type: 'integer',
      title: 'Face limit',
      minimum: 500,
      maximum: 2_000_000,
      default: 4_000,
    },
    quad,
    bake: shownIf({ type: 'boolean', title: 'Keep the texture', default: true }, isSmart),
  },
  required: ['face_limit'],
  rules: [
    reject('Rebuilding takes a face limit of at most 20,000.', {
      if: isSmart,
      then: within('face_limit', { maximum: 20_000 }),
    }),
    reject('Rebuilding with quads takes a face limit of at most 10,000.', {
      if: { allOf: [isSmart, isSet('quad', { const: true })] },
      then: within('face_limit', { maximum: 10_000 }),
    }),
    reject('There can be at most 150,000 quads.', {
      if: isSet('quad', { const: true }),
      then: within('face_limit', { maximum: 150_000 }),
    }),
  ],
  price: credits(30, { byValue: { model: { 'v2.0': 30, 'v1.0': 10 } } }),
}

const segmentStep: TripoStep = {
  model: segmented,
  path: '/mesh/segment',
  takesFiles: true,
  name: 'Segment',
  description: 'Splits the model into named parts.',
  expectedSeconds: 120,
  follows: (model) => onMesh(model) && model !== segmented && model !== completed,
  properties: {
    model: {
      ...labels({
        'v1.0-20250506': 'v1.0 (by shape)',
        'v2.0-20260430': 'v2.0 (by meaning, beta)',
      }),
      title: 'Version',
      default: 'v1.0-20250506',
    },
    segmentation_granularity: shownIf(
      {
        ...labels({ simple: 'Few parts', balanced: 'Balanced', detailed: 'Many parts' }),
        title: 'Parts',
        default: 'balanced',
      },
      isSet('model', { const: 'v2.0-20260430' }),
    ),
    split_by_connectivity: shownIf(
      { type: 'boolean', title: 'Split what is not connected', default: true },
      isSet('model', { const: 'v2.0-20260430' }),
    ),
  },
  price: credits(40),
}

const completeStep: TripoStep = {
  model: completed,
  path: '/mesh/complete',
  takesFiles: false,
  name: 'Complete parts',
  description: 'Closes the cuts of the parts.',
  expectedSeconds: 120,
  follows: (model) => model === segmented,
  properties: {
    completion_mode: {
      ...labels({ ai_completion: 'Make what was hidden', quick_cap: 'Only close the cuts' }),
      title: 'Method',
      default: 'ai_completion',
    },
  },
  price: credits(50, { byValue: { completion_mode: { ai_completion: 50, quick_cap: 30 } } }),
}

const unwrapStep: TripoStep = {
  model: unwrapped,
  path: '/mesh/uv',
  takesFiles: true,
  name: 'Smart UV',
  description: 'Makes a new UV layout. At most 80,000 triangles.',
  expectedSeconds: 60,
  follows: onMesh,
  properties: {
    bake: {
      type: 'boolean',
      title: 'Keep the texture',
      description: 'Transfers the texture to the new layout.',
      default: true,
    },
  },
}

const rigStep: TripoStep = {
  model: rigged,
  path: '/animations/rig',
  takesFiles: true,
  name: 'Rig',
  description:
    'Adds a skeleton to a character, so that it can be animated. Tripo first checks, for free, whether it can.',
  expectedSeconds: 60,
  follows: onMesh,
  properties: {
    rig_type: {
      ...labels({
        biped: 'On two legs',
        quadruped: 'On four legs',
        hexapod: 'On six legs',
        octopod: 'On eight legs',
        avian: 'Bird',
        serpentine: 'Snake',
        aquatic: 'Fish',
      }),
      title: 'Body',
      default: 'biped',
    },
    spec: {
      ...labels({ tripo: 'Tripo', mixamo: 'Mixamo' }),
      title: 'Names of the bones',
      description: 'Animating it here needs the names of Tripo.',
      default: 'tripo',
    },
    out_format: { ...labels({ glb: 'GLB', fbx: 'FBX' }), title: 'Format', default: 'glb' },
  },
  price: credits(25),
}

const animateStep = (source: Params): TripoStep => ({
  model: animated,
  path: '/animations/retarget',
  takesFiles: false,
  name: 'Animate',
  description: 'Animates the rigged character.',
  expectedSeconds: 60,
  follows: (model) =>
    model === rigged &&
    source['spec'] !== 'mixamo' &&
    Object.keys(clipsFor(source['rig_type'])).length > 0,
  properties: {
    animation: { ...labels(clipsFor(source['rig_type'])), title: 'Movement' },
    animate_in_place: { type: 'boolean', title: 'Stay in place', default: false },
  },
  required: ['animation'],
  price: credits(10),
})

const isRiggable = ['GLTF', 'FBX', 'USDZ']
/** Returns the formats that can contain a model. OBJ, STL and 3MF cannot contain a skeleton. */
const formatsAfter = (model: string): readonly string[] =>
  model === rigged || model === animated ? isRiggable : [...isRiggable, 'OBJ', 'STL', '3MF']

const convertStep = (model: string): TripoStep => ({
  model: converted,
  path: '/models/convert',
  takesFiles: true,
  name: 'Convert',
  description: 'Writes it in another format. STL and 3MF have no colours.',
  expectedSeconds: 30,
  follows: (made) => made !== converted,
  properties: {
    format: { type: 'string', enum: formatsAfter(model), title: 'Format' },
    face_limit: { type: 'integer', title: 'Face limit', minimum: 500, maximum: 500_000 },
    quad,
    texture_size: {
      type: 'integer',
      enum: [512, 1024, 2048, 4096, 8192],
      title: 'Texture size',
      default: 4096,
      'x-ui': { unit: 'px' },
    },
    pivot_to_center_bottom: { type: 'boolean', title: 'Origin at the base', default: false },
    export_orientation: {
      ...labels({ '+x': '+X', '-x': '−X', '+y': '+Y', '-y': '−Y' }),
      title: 'Front',
      description: 'Set it in the last step only: later steps would turn the model wrong.',
      default: '+x',
    },
  },
  required: ['format'],
  rules: [
    reject('GLTF cannot have quads.', {
      if: isSet('format', { const: 'GLTF' }),
      then: { properties: { quad: { const: false } } },
    }),
  ],
  price: credits(5, {
    add: [
      {
        label: 'Options',
        amount: 5,
        when: {
          anyOf: [
            isSet('face_limit', { type: 'integer' }),
            isSet('quad', { const: true }),
            isSet('pivot_to_center_bottom', { const: true }),
            isSet('texture_size', { not: { const: 4096 } }),
            isSet('export_orientation', { not: { const: '+x' } }),
          ],
        },
      },
    ],
  }),
})

export const tripoSteps = (source: { model: string; params?: Params }): readonly TripoStep[] => [
  textureStep,
  decimateStep,
  segmentStep,
  completeStep,
  unwrapStep,
  rigStep,
  animateStep(source.params ?? {}),
  convertStep(source.model),
]

export const findTripoStep = (model: string): Pick<TripoStep, 'path' | 'takesFiles'> | undefined =>
  tripoSteps({ model: '' }).find((step) => step.model === model)

const fixedFor = (model: string, params: Params): object => {
  if (model === textured) return { bake: true }
  if (model === rigged) return { model: rigVersionFor(params['rig_type']) }
  return model === animated
    ? { out_format: 'glb', bake_animation: true, export_with_geometry: true }
    : {}
}

/** @param input the task or file that the step continues. */
export function createTripoStepBody(model: string, params: Params, input: string) {
  const { text_prompt: text, ...rest } = params
  return {
    input,
    ...fixedFor(model, params),
    ...rest,
    ...(typeof text === 'string' && text !== '' && { texture_prompt: { text } }),
  }
}
