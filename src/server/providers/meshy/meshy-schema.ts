// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import type { JsonSchema, ParamSchema } from '#lib/params/param-schema.ts'
import { ignores, is, not, reject, within } from '../../models/schemas/rules.ts'
import { toOrderedProperties } from '../service/ordered-properties.ts'
import {
  enhancementField,
  hasValue,
  meshyInputFields,
  isSmart,
  meshFields,
  modelField,
  modelTypeField,
  meshyOutputFields,
  resolutionField,
  smartModels,
  meshyTextureFields,
} from './meshy-fields.ts'

type Input = 'picture' | 'pictures' | 'text'

const versions: Readonly<Record<Input, readonly string[]>> = {
  picture: ['latest', 'meshy-7.1', 'meshy-7', 'meshy-6', 'meshy-6-lite', ...smartModels],
  pictures: ['latest', 'meshy-7.1', 'meshy-7', 'meshy-6', 'meshy-6-lite'],
  text: ['latest', 'meshy-7.1', 'meshy-6', 'meshy-6-lite', ...smartModels],
}

const smartRules: readonly JsonSchema[] = [
  reject('Smart topology needs version T2 or T2.5.', {
    if: isSmart,
    then: hasValue('ai_model', ...smartModels),
  }),
  reject('Versions T2 and T2.5 make smart topology only.', {
    if: hasValue('ai_model', ...smartModels),
    then: isSmart,
  }),
  reject('T2 takes 100 to 15,000 faces.', {
    if: is('ai_model', 'meshy-t2'),
    then: within('target_polycount', { maximum: 15_000 }),
  }),
  reject('T2.5 takes 100 to 30,000 faces.', {
    if: is('ai_model', 'meshy-t2.5'),
    then: within('target_polycount', { maximum: 30_000 }),
  }),
  reject('T2.5 makes triangles only.', {
    if: is('ai_model', 'meshy-t2.5'),
    then: { properties: { topology: { const: 'triangle' } } },
  }),
]

const textQuads = reject('Models from text with T2 cannot have quads.', {
  if: is('ai_model', 'meshy-t2'),
  then: { properties: { topology: { const: 'triangle' } } },
})

const meshRules: readonly JsonSchema[] = [
  reject('A number of faces needs Remesh.', {
    if: { required: ['target_polycount'], ...not(isSmart) },
    then: is('should_remesh', true),
  }),
  reject('Adaptive reduction takes the place of the number of faces: choose one.', {
    if: { required: ['decimation_mode'] },
    then: not({ required: ['target_polycount'] }),
  }),
  reject('A finer geometry needs version 7 or later.', {
    if: hasValue('geometry_resolution', '2k', '4k'),
    then: { properties: { ai_model: { enum: ['latest', 'meshy-7.1', 'meshy-7'] } } },
  }),
  reject('4K geometry needs version 7.1.', {
    if: is('geometry_resolution', '4k'),
    then: { properties: { ai_model: { enum: ['latest', 'meshy-7.1'] } } },
  }),
]

const textureRules: readonly JsonSchema[] = [
  reject('6 Lite paints at 2K only.', {
    if: is('ai_model', 'meshy-6-lite'),
    then: { properties: { texture_resolution: { const: '2k' } } },
  }),
  reject('Choose a description or a picture for the texture, not both.', {
    if: { required: ['texture_prompt'] },
    then: not({ required: ['texture_image_url'] }),
  }),
  ignores('Without a texture there are no PBR materials.', {
    if: is('should_texture', false),
    then: { properties: { enable_pbr: { const: false } } },
  }),
]

const isTextured: JsonSchema = { properties: { should_texture: { const: true } } }
const texture = (label: string, amount: number, ...models: readonly string[]) => ({
  label,
  amount,
  when: models.length > 0 ? { allOf: [isTextured, hasValue('ai_model', ...models)] } : isTextured,
})

const toPrice = (input: Input): JsonSchema => ({
  unit: 'credit',
  certain: true,
  note: 'Price list of Meshy, October 2026.',
  base: 20,
  byValue: { ai_model: { 'meshy-6-lite': 5, 'meshy-t2': 5, 'meshy-t2.5': 5 } },
  add: [
    ...(input === 'text' ? [] : [texture('Texture', 10)]),
    ...(input === 'text'
      ? []
      : [
          {
            label: '8K texture',
            amount: 5,
            when: { allOf: [isTextured, hasValue('texture_resolution', '8k')] },
          },
        ]),
    { label: 'Finer geometry', amount: 5, when: hasValue('geometry_resolution', '2k', '4k') },
  ],
})

export function meshySchema(input: Input): ParamSchema {
  const hasSmart = input !== 'pictures'
  const isText = input === 'text'
  const resolutions = input === 'picture' ? ['standard', '2k', '4k'] : ['standard', '2k']
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: [{ picture: 'image_url', pictures: 'image_urls', text: 'prompt' }[input]],
    properties: toOrderedProperties({
      ...meshyInputFields[input],
      ...(hasSmart && { model_type: modelTypeField }),
      ai_model: modelField(versions[input]),
      geometry_resolution: resolutionField(resolutions),
      ...meshFields,
      ...(!isText && {
        ...meshyTextureFields(
          input === 'picture' ? ['meshy-6'] : ['latest', 'meshy-7.1', 'meshy-6'],
        ),
        ...enhancementField,
      }),
      ...meshyOutputFields,
    }),
    additionalProperties: false,
    allOf: [
      ...(hasSmart ? smartRules : []),
      ...(isText ? [textQuads] : textureRules),
      ...meshRules,
    ],
    'x-price': toPrice(input),
    'x-output': { formats: ['glb'] },
  }
}
