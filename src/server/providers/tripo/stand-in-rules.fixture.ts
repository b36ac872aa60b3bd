import { asString } from '#lib/fields.ts'

export type StandInRefusal = { code: number; message: string }

type Body = Readonly<Record<string, unknown>>

const generationModels = [
  'v3.1-20260211',
  'v3.0-20250812',
  'v2.5-20250123',
  'P1-20260311',
  'P2-20260801',
]
const retiredModels = ['v2.0-20240919', 'Turbo-v1.0-20250506', 'v1.4-20240625', 'v1.3-20240522']

const generationFields = new Set([
  'input',
  'inputs',
  'prompt',
  'negative_prompt',
  'model',
  'texture',
  'pbr',
  'texture_quality',
  'texture_version',
  'delight',
  'texture_alignment',
  'texture_seed',
  'model_seed',
  'image_seed',
  'geometry_quality',
  'face_limit',
  'quad',
  'smart_low_poly',
  'generate_parts',
  'auto_size',
  'compress',
  'enable_image_autofix',
  'orientation',
  'export_orientation',
  'export_uv',
])

const value = (message: string): StandInRefusal => ({ code: 1004, message })

export function refuseGeneration(body: Body): StandInRefusal | undefined {
  const model = asString(body['model'] ?? 'v3.1-20260211')
  if (retiredModels.includes(model)) {
    return { code: 2015, message: 'The version has been deprecated.' }
  }
  if (!generationModels.includes(model)) return value(`model ${model}`)
  const unknown = Object.keys(body).find((name) => !generationFields.has(name))
  // Tripo's v3 API refuses unknown fields, such as `type` and `model_version` of v2.
  if (unknown !== undefined) return { code: 1003, message: `unknown field ${unknown}` }
  const isTextured = body['texture'] !== false || body['pbr'] !== false
  const isLowPoly = model.startsWith('P')
  if (body['texture_quality'] === 'fast' && body['texture_version'] !== 'v3.5-20260815') {
    return value('texture_quality fast')
  }
  if (body['generate_parts'] === true && isTextured) return value('generate_parts with texture')
  const detailed = ['smart_low_poly', 'generate_parts', 'geometry_quality']
  if (isLowPoly && detailed.some((name) => body[name] !== undefined)) return value('P fields')
  if (model === 'P1-20260311' && body['quad'] !== undefined && body['quad'] !== false) {
    return value('quad')
  }
  const faces = body['face_limit']
  if (faces === undefined) return undefined
  if (typeof faces !== 'number' || faces < 48 || faces > facesMax(body, model)) {
    return value('face_limit')
  }
  return undefined
}

function facesMax(body: Body, model: string): number {
  if (model === 'P1-20260311') return 20_000
  if (model === 'P2-20260801') return body['quad'] === true ? 25_000 : 50_000
  if (body['smart_low_poly'] === true) return body['quad'] === true ? 10_000 : 20_000
  if (model === 'v2.5-20250123') return 500_000
  return body['geometry_quality'] === 'detailed' ? 2_000_000 : 1_500_000
}

type StepRules = { type: string; price: number; models?: string[]; required?: string }

export const stepRules: Readonly<Record<string, StepRules>> = {
  '/models/texture': {
    type: 'texture_model',
    price: 10,
    models: ['v3.5-20260815', 'v3.0-20250812', 'v2.5-20250123'],
  },
  '/models/convert': { type: 'convert_model', price: 5, required: 'format' },
  '/mesh/segment': {
    type: 'mesh_segmentation',
    price: 40,
    models: ['v1.0-20250506', 'v2.0-20260430'],
  },
  '/mesh/complete': { type: 'mesh_completion', price: 50 },
  '/mesh/decimate': { type: 'highpoly_to_lowpoly', price: 30, models: ['v1.0', 'v2.0'] },
  '/mesh/uv': { type: 'mesh_uv', price: 20 },
  '/animations/rig-check': { type: 'animate_prerigcheck', price: 0 },
  '/animations/rig': {
    type: 'animate_rig',
    price: 25,
    models: ['v1.0-20240301', 'v2.5-20260210'],
  },
  '/animations/retarget': { type: 'animate_retarget', price: 10, required: 'animation' },
}

export function refuseStep(path: string, body: Body): StandInRefusal | undefined {
  const { models, required } = stepRules[path] ?? {}
  if (required !== undefined && body[required] === undefined) return value(required)
  if (models && body['model'] !== undefined && !models.includes(asString(body['model']))) {
    return value('model')
  }
  if (path === '/models/convert' && body['format'] === 'GLTF' && body['quad'] === true) {
    return value('quad with GLTF')
  }
  if (path === '/animations/rig') {
    const isBiped = (body['rig_type'] ?? 'biped') === 'biped'
    if (isBiped !== (body['model'] === 'v1.0-20240301')) return value('rig_type')
  }
  return undefined
}
