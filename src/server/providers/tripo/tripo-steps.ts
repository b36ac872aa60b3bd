import type { JsonSchema } from '#lib/params/param-schema.ts'
import type { Step } from '../service/step-schema.ts'

const rigged = 'animate_rig'
const converted = 'convert_model'
const animated = 'animate_retarget'

/** What was moved or written in another format is no longer what these begin with. */
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
  enum: Object.keys(entries),
  'x-ui': { labels: entries },
})

const isSet = (name: string, value: JsonSchema): JsonSchema => ({
  required: [name],
  properties: { [name]: value },
})

const quad: JsonSchema = { type: 'boolean', title: 'Quads', default: false }

/** The steps of Tripo's v2 interface, by the types of their tasks. */
export const tripoSteps: readonly Step[] = [
  {
    model: 'texture_model',
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
      texture_quality: {
        ...labels({ standard: 'Standard', detailed: 'Detailed' }),
        title: 'Quality',
        default: 'standard',
      },
      pbr: { type: 'boolean', title: 'PBR materials', default: true },
      texture_seed: { type: 'integer', title: 'Seed', minimum: 0, 'x-ui': { widget: 'seed' } },
    },
    price: credits(10, {
      add: [
        { label: 'Detailed', amount: 10, when: isSet('texture_quality', { const: 'detailed' }) },
      ],
    }),
  },
  {
    model: 'highpoly_to_lowpoly',
    name: 'Low poly',
    description: 'Rebuilds it with few, clean faces.',
    expectedSeconds: 60,
    follows: onMesh,
    properties: {
      face_limit: {
        type: 'integer',
        title: 'Face limit',
        minimum: 500,
        maximum: 20_000,
        default: 4_000,
      },
      quad,
      bake: { type: 'boolean', title: 'Keep the texture', default: true },
    },
    price: credits(30),
  },
  {
    model: 'stylize_model',
    name: 'Stylize',
    description: 'Rebuilds it from bricks, voxels, blocks or a Voronoi lattice.',
    expectedSeconds: 60,
    follows: onMesh,
    properties: {
      style: {
        ...labels({ lego: 'Bricks', voxel: 'Voxels', voronoi: 'Voronoi', minecraft: 'Blocks' }),
        title: 'Style',
      },
      block_size: { type: 'integer', title: 'Blocks', minimum: 32, maximum: 128, default: 80 },
    },
    required: ['style'],
  },
  {
    model: rigged,
    name: 'Rig',
    description: 'Adds a skeleton to a character, so that it can be animated.',
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
          others: 'Other',
        }),
        title: 'Body',
        default: 'biped',
      },
      spec: {
        ...labels({ tripo: 'Tripo', mixamo: 'Mixamo' }),
        title: 'Names of the bones',
        default: 'tripo',
      },
    },
    price: credits(25),
  },
  {
    model: animated,
    name: 'Animate',
    description: 'Animates the rigged character.',
    expectedSeconds: 60,
    follows: (model) => model === rigged,
    properties: {
      animation: {
        ...labels({
          'preset:idle': 'Idle',
          'preset:walk': 'Walk',
          'preset:run': 'Run',
          'preset:dive': 'Dive',
          'preset:climb': 'Climb',
          'preset:jump': 'Jump',
          'preset:slash': 'Slash',
          'preset:shoot': 'Shoot',
          'preset:hurt': 'Hurt',
          'preset:fall': 'Fall',
          'preset:turn': 'Turn',
          'preset:quadruped:walk': 'Walk on four legs',
          'preset:hexapod:walk': 'Walk on six legs',
          'preset:octopod:walk': 'Walk on eight legs',
          'preset:serpentine:march': 'Slither',
          'preset:aquatic:march': 'Swim',
        }),
        title: 'Movement',
      },
      animate_in_place: { type: 'boolean', title: 'Stay in place', default: false },
    },
    required: ['animation'],
    price: credits(10),
  },
  {
    model: converted,
    name: 'Convert',
    description: 'Writes it in another format, with fewer faces if you like.',
    expectedSeconds: 30,
    follows: (model) => model !== converted,
    properties: {
      format: { enum: ['FBX', 'OBJ', 'STL', 'USDZ', '3MF', 'GLTF'], title: 'Format' },
      face_limit: { type: 'integer', title: 'Face limit', minimum: 500, maximum: 500_000 },
      quad,
      pivot_to_center_bottom: { type: 'boolean', title: 'Origin at the base', default: false },
    },
    required: ['format'],
    price: credits(5, {
      add: [
        {
          label: 'Options',
          amount: 5,
          when: {
            anyOf: [
              isSet('face_limit', {}),
              isSet('quad', { const: true }),
              isSet('pivot_to_center_bottom', { const: true }),
            ],
          },
        },
      ],
    }),
  },
]

/** What a step always sends beside what somebody has set. */
const fixed: Readonly<Record<string, object>> = {
  texture_model: { texture: true, bake: true, model_version: 'v3.0-20250812' },
  highpoly_to_lowpoly: { model_version: 'P-v1.0-20250506' },
  [rigged]: { model_version: 'v2.0-20250506', out_format: 'glb' },
  [animated]: { out_format: 'glb', bake_animation: true, export_with_geometry: true },
}

/** The order of a step. @param source the task that it goes on from. */
export function stepOrder(
  model: string,
  params: Readonly<Record<string, unknown>>,
  source: string,
) {
  const { text_prompt: text, ...rest } = params
  return {
    type: model,
    original_model_task_id: source,
    ...fixed[model],
    ...rest,
    ...(typeof text === 'string' && text !== '' && { texture_prompt: { text } }),
  }
}
