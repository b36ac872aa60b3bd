// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import type { JsonSchema } from '#lib/params/param-schema.ts'
import { advise, not, overrides, reject, within } from '../../models/schemas/rules.ts'
import { isP1, isP2, isSet, isV3 } from './tripo-fields.ts'

const on = (name: string): JsonSchema => isSet(name, { const: true })
const off = (...names: string[]): JsonSchema => ({
  properties: Object.fromEntries(names.map((name) => [name, { const: false }])),
})
const all = (...conditions: JsonSchema[]): JsonSchema => ({ allOf: conditions })
const faces = (minimum: number, maximum: number): JsonSchema =>
  within('face_limit', { minimum, maximum })
const isDetailed = isSet('geometry_quality', { const: 'detailed' })

const textureRules: readonly JsonSchema[] = [
  overrides('PBR materials turn the texture, and its price, on.', {
    if: isSet('texture', { const: false }),
    then: { ...off('pbr'), required: ['pbr'] },
  }),
  reject('Fast textures need texture version v3.5.', {
    if: isSet('texture_quality', { const: 'fast' }),
    then: isSet('texture_version', { const: 'v3.5-20260815' }),
  }),
]

const partRules: readonly JsonSchema[] = [
  reject('Splitting into parts needs texture and PBR materials off.', {
    if: on('generate_parts'),
    then: { ...off('texture', 'pbr'), required: ['texture', 'pbr'] },
  }),
  reject('Parts cannot be combined with quads or smart low poly.', {
    if: on('generate_parts'),
    then: off('quad', 'smart_low_poly'),
  }),
  reject('Geometry quality, quads, smart low poly and parts need v3.0 or later.', {
    if: not(isV3),
    then: {
      ...off('quad', 'smart_low_poly', 'generate_parts'),
      not: { required: ['geometry_quality'] },
    },
  }),
]

const faceRules: readonly JsonSchema[] = [
  reject('Smart low poly needs a face limit of 500 to 20,000.', {
    if: all(on('smart_low_poly'), not(on('quad'))),
    then: { ...faces(500, 20_000), required: ['face_limit'] },
  }),
  reject('Smart low poly with quads needs a face limit of 500 to 10,000.', {
    if: all(on('smart_low_poly'), on('quad')),
    then: { ...faces(500, 10_000), required: ['face_limit'] },
  }),
  reject('v2.5 takes a face limit of at most 500,000.', {
    if: isSet('model', { const: 'v2.5-20250123' }),
    then: faces(48, 500_000),
  }),
  reject('v3.0 with standard geometry takes a face limit of at most 1,000,000.', {
    if: all(isSet('model', { const: 'v3.0-20250812' }), not(isDetailed)),
    then: faces(48, 1_000_000),
  }),
  reject('With standard geometry the face limit is at most 1,500,000.', {
    if: not(isDetailed),
    then: faces(48, 1_500_000),
  }),
  advise('Tripo advises at most 150,000 quads.', { if: on('quad'), then: faces(48, 150_000) }),
]

const lowPolyRules: readonly JsonSchema[] = [
  reject('P1 has no quads.', { if: isP1, then: off('quad') }),
  reject('P1 takes a face limit of 50 to 20,000.', { if: isP1, then: faces(50, 20_000) }),
  reject('P2 takes a face limit of at most 25,000 quads.', {
    if: all(isP2, on('quad')),
    then: faces(48, 25_000),
  }),
]

export const tripoRules = {
  detailed: [...textureRules, ...partRules, ...faceRules],
  lowPoly: [...textureRules, ...lowPolyRules],
}
