import type { JsonSchema, ParamSchema } from '#lib/params/param-schema.ts'
import { toOrderedProperties } from '../service/ordered-properties.ts'
import {
  detailedVersions,
  detailFields,
  faceLimit,
  tripoInputFields,
  isP2,
  isSet,
  lowPolyVersions,
  tripoOutputFields,
  pictureTextureFields,
  quadField,
  repairField,
  seedFields,
  tripoTextureFields,
  versionField,
} from './tripo-fields.ts'
import { tripoRules } from './tripo-rules.ts'

export const defaultVersions = { detailed: detailedVersions[0], lowPoly: lowPolyVersions[0] }

type Input = 'picture' | 'views' | 'text'

const isUntextured: JsonSchema = {
  required: ['texture', 'pbr'],
  properties: { texture: { const: false }, pbr: { const: false } },
}

const extra = (label: string, amount: number, when: JsonSchema) => ({ label, amount, when })

/**
 * Prices in credits without a texture, by version. Text inputs cost 10 credits less. P2 has one
 * price.
 */
const bases = (input: Input): JsonSchema => {
  const text = input === 'text'
  const detailed = Object.fromEntries(detailedVersions.map((name) => [name, text ? 10 : 20]))
  return { ...detailed, 'P1-20260311': text ? 30 : 40, 'P2-20260801': 100 }
}

const toPrice = (input: Input): JsonSchema => ({
  unit: 'credit',
  usdPerUnit: 0.01,
  certain: true,
  note: 'Price list of Tripo, October 2026.',
  byValue: { model: bases(input) },
  add: [
    extra('Texture', 10, { not: isUntextured }),
    extra('Detailed texture', 10, isSet('texture_quality', { const: 'detailed' })),
    extra('Extreme texture', 20, isSet('texture_quality', { const: 'extreme' })),
    extra('Detailed geometry', 20, isSet('geometry_quality', { const: 'detailed' })),
    extra('Quads', 5, isSet('quad', { const: true })),
    extra('Smart low poly', 10, isSet('smart_low_poly', { const: true })),
    extra('Parts', 20, isSet('generate_parts', { const: true })),
  ],
})

/**
 * @param input input type of the model.
 * @param kind `detailed` for v3.x and v2.5, `lowPoly` for P1 and P2, which have fewer fields.
 */
export function tripoSchema(input: Input, kind: 'detailed' | 'lowPoly'): ParamSchema {
  const isDetailed = kind === 'detailed'
  const fields: JsonSchema = {
    ...tripoInputFields[input],
    model: versionField(isDetailed ? detailedVersions : lowPolyVersions),
    ...(input === 'picture' && repairField),
    ...(isDetailed
      ? { face_limit: faceLimit(48, 2_000_000), ...detailFields }
      : { face_limit: faceLimit(48, 50_000), quad: quadField(isP2) }),
    model_seed: seedFields.model,
    ...(input === 'text' && { image_seed: seedFields.picture }),
    ...tripoTextureFields,
    ...(input !== 'text' && pictureTextureFields),
    texture_seed: seedFields.texture,
    ...tripoOutputFields,
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: [{ picture: 'input', views: 'inputs', text: 'prompt' }[input]],
    properties: toOrderedProperties(fields),
    additionalProperties: false,
    allOf: tripoRules[kind],
    'x-price': toPrice(input),
    'x-output': {
      formats: ['glb'],
      when: [{ if: isSet('quad', { const: true }), formats: ['fbx'] }],
    },
  }
}
