import type { JsonSchema, Params } from '#lib/params/param-schema.ts'
import type { ServiceStep } from '../service/step-schema.ts'

const rigged = 'v1/rigging'
const animated = 'v1/animations'
const textModel = 'v2/text-to-3d'
const refined = 'v2/text-to-3d/refine'
const converted = 'v1/convert'
const coloured = 'v1/print/multi-color'
/** Path of the print check, which is free and makes no model. */
export const analyzed = 'v1/print/analyze'

const onMesh = (model: string): boolean =>
  ![rigged, animated, converted, coloured, analyzed].includes(model)

const credits = (base: number, more: JsonSchema = {}): JsonSchema => ({
  unit: 'credit',
  certain: true,
  label: 'Step',
  base,
  ...more,
})

const eightK = {
  add: [
    {
      label: '8K texture',
      amount: 5,
      when: {
        required: ['texture_resolution'],
        properties: { texture_resolution: { const: '8k' } },
      },
    },
  ],
}

const textureFields: Readonly<Record<string, JsonSchema>> = {
  texture_resolution: {
    type: 'string',
    enum: ['2k', '4k', '8k'],
    title: 'Texture resolution',
    default: '2k',
    'x-ui': { labels: { '2k': '2K', '4k': '4K', '8k': '8K (+5 credits)' } },
  },
  enable_pbr: { type: 'boolean', title: 'PBR materials', default: false },
  remove_lighting: { type: 'boolean', title: 'Without light and shadow', default: true },
}

const printFields: Readonly<Record<string, JsonSchema>> = {
  printer_type: {
    type: 'string',
    enum: ['fdm', 'sla', 'full_color'],
    title: 'Printer',
    description: 'With a printer or a height, thin walls are checked too.',
    'x-ui': { labels: { fdm: 'Filament (FDM)', sla: 'Resin (SLA)', full_color: 'Full colour' } },
  },
  intended_print_height_mm: {
    type: 'number',
    title: 'Height of the print',
    exclusiveMinimum: 0,
    maximum: 10_000,
    'x-ui': { unit: 'mm' },
  },
}

const paintSteps: readonly ServiceStep[] = [
  {
    model: refined,
    name: 'Texture',
    description: 'Paints the model that was made from a description.',
    expectedSeconds: 120,
    follows: (model) => model === textModel,
    properties: {
      texture_prompt: {
        type: 'string',
        title: 'Description',
        description: 'Leave empty to use the description of the model.',
        maxLength: 600,
        'x-ui': { widget: 'textarea' },
      },
      ...textureFields,
    },
    price: credits(10, eightK),
  },
  {
    model: 'v1/retexture',
    name: 'Retexture',
    description: 'Repaints the model, from a description.',
    expectedSeconds: 120,
    follows: onMesh,
    properties: {
      text_style_prompt: {
        type: 'string',
        title: 'Description',
        minLength: 1,
        maxLength: 600,
        'x-ui': { widget: 'textarea' },
      },
      enable_original_uv: { type: 'boolean', title: 'Keep the UV layout', default: true },
      ...textureFields,
    },
    required: ['text_style_prompt'],
    price: credits(10, eightK),
  },
]

const meshSteps: readonly ServiceStep[] = [
  {
    model: 'v1/remesh',
    name: 'Remesh',
    description: 'Rebuilds it with a different number or kind of faces.',
    expectedSeconds: 60,
    follows: onMesh,
    properties: {
      topology: {
        type: 'string',
        enum: ['triangle', 'quad'],
        title: 'Faces',
        default: 'triangle',
        'x-ui': { labels: { triangle: 'Triangles', quad: 'Quads' } },
      },
      target_polycount: {
        type: 'integer',
        title: 'Number of faces',
        minimum: 100,
        maximum: 300_000,
        default: 30_000,
      },
      origin_at: {
        type: 'string',
        enum: ['bottom', 'center'],
        title: 'Origin',
        'x-ui': { labels: { bottom: 'At the base', center: 'In the middle' } },
      },
    },
    price: credits(5),
  },
  {
    model: 'v1/uv-unwrap',
    name: 'UV layout',
    description: 'Makes a new UV layout. At most 40,000 faces.',
    expectedSeconds: 60,
    follows: onMesh,
    properties: {},
    price: credits(5),
  },
  {
    model: 'v1/resize',
    name: 'Resize',
    description: 'Scales the model to a height.',
    expectedSeconds: 30,
    follows: onMesh,
    properties: {
      resize_height: {
        type: 'number',
        title: 'Height',
        exclusiveMinimum: 0,
        maximum: 1_000,
        default: 1,
        'x-ui': { unit: 'm' },
      },
    },
    required: ['resize_height'],
    price: credits(1),
  },
  {
    model: converted,
    name: 'Convert',
    description: 'Writes it in another format.',
    expectedSeconds: 30,
    follows: onMesh,
    properties: {
      target_format: {
        type: 'string',
        enum: ['fbx', 'obj', 'usdz', 'stl', '3mf'],
        title: 'Format',
        'x-ui': {
          labels: { fbx: 'FBX', obj: 'OBJ', usdz: 'USDZ', stl: 'STL', '3mf': '3MF' },
        },
      },
    },
    required: ['target_format'],
    price: credits(1),
  },
]

const printSteps: readonly ServiceStep[] = [
  {
    model: analyzed,
    name: 'Check for printing',
    description: 'Looks for holes, faulty edges and thin walls, free of charge.',
    expectedSeconds: 30,
    follows: onMesh,
    properties: printFields,
    price: credits(0),
  },
  {
    model: 'v1/print/repair',
    name: 'Repair for printing',
    description: 'Closes holes, repairs edges, and thickens walls that are too thin.',
    expectedSeconds: 60,
    follows: onMesh,
    properties: printFields,
    price: credits(10),
  },
  {
    model: coloured,
    name: 'Colours for printing',
    description: 'Reduces the texture to a few colours. The result is a 3MF file.',
    expectedSeconds: 60,
    follows: onMesh,
    properties: {
      max_colors: { type: 'integer', title: 'Colours', minimum: 1, maximum: 16, default: 4 },
    },
    price: credits(10),
  },
]

const motionSteps: readonly ServiceStep[] = [
  {
    model: rigged,
    name: 'Rig',
    description:
      'Adds a skeleton to a humanoid, so that it can be animated. At most 300,000 faces.',
    expectedSeconds: 60,
    follows: onMesh,
    properties: {
      height_meters: {
        type: 'number',
        title: 'Height',
        exclusiveMinimum: 0,
        maximum: 15,
        default: 1.7,
        'x-ui': { unit: 'm' },
      },
    },
    price: credits(5),
  },
  {
    model: animated,
    name: 'Animate',
    description:
      'Applies an animation from Meshy’s library to the rigged character, by its number.',
    expectedSeconds: 60,
    follows: (model) => model === rigged,
    properties: {
      action_id: { type: 'integer', title: 'Animation number', minimum: 0, default: 0 },
    },
    required: ['action_id'],
    price: credits(3),
  },
]

/** Follow-up steps, with prices from Meshy's price list of October 2026. */
export const meshySteps: readonly ServiceStep[] = [
  ...paintSteps,
  ...meshSteps,
  ...printSteps,
  ...motionSteps,
]

// Returns the path of a model's tasks. Both steps of a text model, shape and texture, use the same
// path.
export const toMeshyTaskPath = (model: string): string =>
  `/openapi/${model === refined ? textModel : model}`

/** @param source id of the task that the step continues. */
export function createMeshyStepBody(model: string, params: Params, source: string) {
  if (model === refined) return { mode: 'refine', preview_task_id: source, ...params }
  const { target_format: format, ...rest } = params
  return {
    [model === animated ? 'rig_task_id' : 'input_task_id']: source,
    ...(model === 'v1/remesh' && { target_formats: ['glb'] }),
    ...(format !== undefined && { target_formats: [format] }),
    ...rest,
  }
}
