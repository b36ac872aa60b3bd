// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import type { JsonSchema, ParamSchema } from '#lib/params/param-schema.ts'
import { ignores, not, reject, within } from '../../models/schemas/rules.ts'
import { toOrderedProperties } from '../service/ordered-properties.ts'

const tiers = {
  'Gen-2.5-Extreme-Low': 'Extreme low',
  'Gen-2.5-Low': 'Low',
  'Gen-2.5-Medium': 'Medium',
  'Gen-2.5-High': 'High',
  'Gen-2.5-Extreme-High': 'Extreme high',
}

const isQuad: JsonSchema = {
  required: ['mesh_mode'],
  properties: { mesh_mode: { const: 'Quad' } },
}

const choice = (
  title: string,
  labels: Readonly<Record<string, string>>,
  own: { default?: string; group: string; description?: string; advanced?: boolean },
): JsonSchema => ({
  type: 'string',
  title,
  enum: Object.keys(labels),
  ...(own.description !== undefined && { description: own.description }),
  ...(own.default !== undefined && { default: own.default }),
  'x-ui': {
    group: own.group,
    labels,
    ...(own.advanced && { advanced: true }),
    ...(own.default === undefined && { omitWhenEmpty: true }),
  },
})

const inputFields: JsonSchema = {
  images: {
    type: 'array',
    title: 'Pictures',
    description: 'One to five pictures of the same object. The first gives the texture.',
    items: { type: 'string' },
    minItems: 1,
    maxItems: 5,
    'x-ui': {
      group: 'input',
      widget: 'images',
      important: true,
      accept: ['image/jpeg', 'image/png', 'image/webp'],
      maxBytes: 16 * 1024 * 1024,
    },
  },
  prompt: {
    type: 'string',
    title: 'Description',
    description: 'Needed without pictures; with pictures it guides the model.',
    maxLength: 1024,
    'x-ui': { group: 'input', widget: 'textarea', important: true, omitWhenEmpty: true },
  },
}

const meshFields: JsonSchema = {
  mesh_mode: choice(
    'Faces',
    { Raw: 'Triangles', Quad: 'Quads' },
    { default: 'Raw', group: 'geometry' },
  ),
  quality: choice(
    'Number of faces',
    { 'extra-low': 'Very few', low: 'Few', medium: 'Medium', high: 'Many' },
    { default: 'medium', group: 'geometry' },
  ),
  quality_override: {
    type: 'integer',
    title: 'Exact number of faces',
    description: 'Takes the place of the choice above. Quads: at most 200,000.',
    minimum: 500,
    maximum: 2_000_000,
    'x-ui': { group: 'geometry', advanced: true, omitWhenEmpty: true },
  },
}

const textureField = choice(
  'Texture',
  {
    legacy: 'As in Gen-2',
    'extreme-low': 'Extreme low',
    low: 'Low',
    medium: 'Medium',
    high: 'High',
    'extreme-high': 'Extreme high',
  },
  { group: 'texture', description: 'Leave empty for the usual one of the tier.' },
)

const otherFields = (materials: Readonly<Record<string, string>>): JsonSchema => ({
  material: choice('Material', materials, { default: 'PBR', group: 'texture' }),
  geometry_file_format: choice(
    'File format',
    { glb: 'GLB', fbx: 'FBX', obj: 'OBJ', stl: 'STL' },
    { default: 'glb', group: 'output' },
  ),
  addons: {
    type: 'string',
    title: 'HighPack',
    description: '4K textures and denser quads, for three times the price.',
    enum: ['HighPack'],
    'x-ui': { group: 'texture', widget: 'toggle', advanced: true, omitWhenEmpty: true },
  },
  TAPose: {
    type: 'boolean',
    title: 'T or A pose',
    description: 'People are made in a pose that can be rigged.',
    default: false,
    'x-ui': { group: 'geometry', advanced: true },
  },
  use_original_alpha: {
    type: 'boolean',
    title: 'Keep transparency',
    description: 'Uses the alpha channel of the pictures as mask.',
    default: false,
    'x-ui': { group: 'input', advanced: true },
  },
  bbox_condition: {
    type: 'array',
    title: 'Bounding box',
    description: 'Three sizes of the box that the model must fit.',
    items: { type: 'integer', minimum: 0, maximum: 300 },
    minItems: 3,
    maxItems: 3,
    'x-ui': { group: 'geometry', advanced: true, omitWhenEmpty: true },
  },
  seed: {
    type: 'integer',
    title: 'Seed',
    minimum: 0,
    maximum: 65_535,
    'x-ui': { group: 'advanced', widget: 'seed', advanced: true, omitWhenEmpty: true },
  },
})

const materials = { PBR: 'PBR', Shaded: 'Baked light', All: 'Both' }
const newMaterials = { ...materials, Hybrid: 'Hybrid', None: 'None' }

export function rodinSchema(generation: 'gen-2' | 'gen-2.5'): ParamSchema {
  const isNew = generation === 'gen-2.5'
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: toOrderedProperties({
      ...inputFields,
      ...(isNew && {
        tier: choice('Tier', tiers, {
          default: 'Gen-2.5-Medium',
          group: 'input',
          description: 'Higher tiers are finer, slower and cost more.',
        }),
      }),
      ...meshFields,
      ...(isNew && { texture_mode: textureField }),
      ...otherFields(isNew ? newMaterials : materials),
    }),
    anyOf: [{ required: ['images'] }, { required: ['prompt'] }],
    additionalProperties: false,
    allOf: [
      ignores('An exact number of faces takes the place of the choice.', {
        if: { required: ['quality_override'] },
        then: { properties: { quality: { const: 'medium' } } },
      }),
      reject('There can be at most 200,000 quads.', {
        if: isQuad,
        then: within('quality_override', { maximum: 200_000 }),
      }),
      ...(isNew
        ? []
        : [
            reject('Gen-2 makes at most 1,000,000 triangles.', {
              if: not(isQuad),
              then: within('quality_override', { maximum: 1_000_000 }),
            }),
          ]),
    ],
    'x-output': { formatParam: 'geometry_file_format', formats: ['glb'] },
  }
}
