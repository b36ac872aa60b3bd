// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import { advise, ignores, is, hasValueIn, not, overrides, reject, within } from './rules.ts'
import { p1, v3 } from './tripo-fields.ts'

const bare = { properties: { texture: { const: false } }, required: ['texture'] }
const low = is('smart_low_poly', true)
const parts = is('generate_parts', true)
const quads = is('quad', true)
/** Matches an absent version too, because v2.5 is the default. */
const isV25 = { properties: { model_version: { const: 'v2.5-20250123' } } }
const off = (name: string) => ({ properties: { [name]: { const: false } } })

/** Rules about combinations of fields from Tripo's documentation. */
export const tripoParamRules = [
  overrides('With PBR on, the texture is made and billed even if Texture is off.', {
    if: bare,
    then: is('pbr', false),
  }),
  reject('Splitting into parts needs texture and PBR off.', {
    if: parts,
    then: { ...bare, properties: { texture: { const: false }, pbr: { const: false } } },
  }),
  reject('Splitting into parts needs PBR switched off; it is on by default.', {
    if: { allOf: [parts, bare] },
    then: { required: ['pbr'] },
  }),
  reject('Parts and quads cannot be combined.', { if: parts, then: off('quad') }),
  reject('Parts and smart low poly cannot be combined.', {
    if: parts,
    then: off('smart_low_poly'),
  }),
  reject('Smart low poly takes a face limit of 500 to 20,000.', {
    if: { allOf: [low, not(quads)] },
    then: within('face_limit', { minimum: 500, maximum: 20_000 }),
  }),
  reject('Smart low poly with quads takes a face limit of 500 to 10,000.', {
    if: { allOf: [low, quads] },
    then: within('face_limit', { minimum: 500, maximum: 10_000 }),
  }),
  reject('A face limit below 500 is for P1 only.', {
    if: not(is('model_version', p1)),
    then: within('face_limit', { minimum: 500 }),
  }),
  reject('P1 takes a face limit of 48 to 20,000.', {
    if: is('model_version', p1),
    then: within('face_limit', { maximum: 20_000 }),
  }),
  reject('P1 has no quads, smart low poly, parts or geometry quality.', {
    if: is('model_version', p1),
    then: {
      properties: {
        quad: { const: false },
        smart_low_poly: { const: false },
        generate_parts: { const: false },
        geometry_quality: false,
      },
    },
  }),
  reject('Geometry quality needs v3.0 or later.', {
    if: isV25,
    then: { properties: { geometry_quality: { const: 'standard' } } },
  }),
  reject('v2.5 takes a face limit of at most 500,000.', {
    if: isV25,
    then: within('face_limit', { maximum: 500_000 }),
  }),
  reject('With standard geometry quality the face limit is at most 1,500,000.', {
    if: { allOf: [hasValueIn('model_version', v3), not(is('geometry_quality', 'detailed'))] },
    then: within('face_limit', { maximum: 1_500_000 }),
  }),
  ignores('Real-world size needs a texture.', { if: bare, then: off('auto_size') }),
  ignores('Texture quality has no effect without a texture.', {
    if: { allOf: [bare, is('pbr', false)] },
    then: { properties: { texture_quality: { const: 'standard' } } },
  }),
  advise('Quads work well up to 150,000 faces.', {
    if: quads,
    then: within('face_limit', { maximum: 150_000 }),
  }),
  advise('Extreme textures may not work before v3.', {
    if: isV25,
    then: { properties: { texture_quality: { enum: ['standard', 'detailed'] } } },
  }),
  advise('Some gateways accept only 1,000 to 16,000 faces.', {
    if: { required: ['face_limit'] },
    then: within('face_limit', { minimum: 1_000, maximum: 16_000 }),
  }),
]

export const tripoPictureRules = [
  ...tripoParamRules,
  ignores('Facing as in the picture needs a texture.', {
    if: bare,
    then: { properties: { orientation: { const: 'default' } } },
  }),
]

export const tripoOutput = {
  formats: ['glb'],
  when: [
    { if: quads, formats: ['fbx'], note: 'Quads are delivered as an FBX file instead of GLB.' },
  ],
  linkLifetimeSeconds: 300,
}

/**
 * Returns Tripo's list price in US dollars, where 100 credits are one dollar. PBR includes the
 * texture and its price.
 */
export const tripoPrice = (base: { usual: number; p1: number }) => {
  const textured = {
    anyOf: [{ properties: { texture: { const: true } } }, { properties: { pbr: { const: true } } }],
  }
  const painted = (quality: string) => ({ allOf: [textured, is('texture_quality', quality)] })
  return {
    unit: 'usd',
    label: 'Shape',
    base: base.usual,
    byValue: { model_version: { [p1]: base.p1 } },
    add: [
      { label: 'Texture', amount: 0.1, when: textured },
      { label: 'Detailed texture', amount: 0.1, when: painted('detailed') },
      { label: 'Extreme texture', amount: 0.2, when: painted('extreme') },
      { label: 'Detailed geometry', amount: 0.2, when: is('geometry_quality', 'detailed') },
      { label: 'Quads', amount: 0.05, when: quads },
      { label: 'Smart low poly', amount: 0.1, when: low },
      { label: 'Parts', amount: 0.2, when: parts },
    ],
    certain: false,
    note: 'Tripo’s list price in October 2026; your gateway may charge differently.',
  }
}

const untouched = {
  model_version: null,
  face_limit: null,
  geometry_quality: null,
  texture: null,
  pbr: null,
  texture_quality: null,
  smart_low_poly: null,
  quad: null,
  generate_parts: null,
}

export const tripoPresets = [
  { name: 'Standard', description: 'The model’s defaults.', set: untouched },
  {
    name: 'Bare shape',
    description: 'Untextured: for printing, and the cheapest.',
    set: { ...untouched, texture: false, pbr: false },
  },
  {
    name: 'Game asset',
    description: 'Few faces in a clean layout, textured.',
    set: { ...untouched, smart_low_poly: true, face_limit: 5_000 },
  },
  {
    name: 'Best',
    description: 'v3.0 with detailed shape and texture; the most expensive.',
    set: {
      ...untouched,
      model_version: 'v3.0-20250812',
      geometry_quality: 'detailed',
      texture_quality: 'detailed',
    },
  },
]
