import type { Step } from '../service/step-schema.ts'

const rigged = 'v1/rigging'
const animated = 'v1/animations'

const onMesh = (model: string): boolean => model !== rigged && model !== animated

/** By the paths of their tasks. Prices are those of the service's own documents; of others none is known. */
export const meshySteps: readonly Step[] = [
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
      enable_pbr: { type: 'boolean', title: 'PBR materials', default: false },
      enable_original_uv: { type: 'boolean', title: 'Keep the UV layout', default: true },
      remove_lighting: { type: 'boolean', title: 'Without light and shadow', default: true },
    },
    required: ['text_style_prompt'],
    price: { unit: 'credit', certain: true, label: 'Step', base: 10 },
  },
  {
    model: 'v1/remesh',
    name: 'Remesh',
    description: 'Rebuilds it with a different number or kind of faces.',
    expectedSeconds: 60,
    follows: onMesh,
    properties: {
      topology: {
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
        enum: ['bottom', 'center'],
        title: 'Origin',
        'x-ui': { labels: { bottom: 'At the base', center: 'In the middle' } },
      },
    },
  },
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
  },
]

/** The order of a step. @param source the task that it goes on from. */
export const stepOrder = (
  model: string,
  params: Readonly<Record<string, unknown>>,
  source: string,
) => ({
  [model === animated ? 'rig_task_id' : 'input_task_id']: source,
  ...(model === 'v1/remesh' && { target_formats: ['glb'] }),
  ...params,
})
