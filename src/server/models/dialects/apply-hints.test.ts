import { describe, expect, it } from 'vitest'
import { checkParams } from '#lib/params/check/check-params.ts'
import { tripoImageToModelParams as ours } from '../schemas/tripo-image.ts'
import { applyHints } from './apply-hints.ts'
import { schemaFromSpec } from './gateway-spec.ts'

const file = { file_token: '0123456789abcdefghij' }
const translated = schemaFromSpec([
  { name: 'file', type: 'object', required: true, children: [{ name: 'url', type: 'string' }] },
  { name: 'face_limit', type: 'int', constraints: { min: 1_000, max: 9_000 } },
  { name: 'texture', type: 'bool' },
  { name: 'pbr', type: 'bool' },
  { name: 'generate_parts', type: 'bool' },
  { name: 'newer', type: 'string' },
])!
const dressed = applyHints(translated, ours)

describe('applyHints', () => {
  it('takes params and bounds from the gateway, and titles and descriptions from the built-in schema', () => {
    expect(Object.keys(dressed.properties)).toEqual(Object.keys(translated.schema.properties))
    expect(dressed.properties['face_limit']).toMatchObject({
      title: ours.properties['face_limit']?.['title'],
      minimum: 1_000,
      maximum: 9_000,
    })
    expect(dressed.properties['file']).toEqual(ours.properties['file'])
    expect(checkParams(dressed, { file, face_limit: 9_001 })).toHaveLength(1)
    expect(checkParams(dressed, { file, face_limit: 9_000, newer: 'a' })).toEqual([])
  })

  it('keeps the built-in schema’s rules between fields', () => {
    expect(checkParams(dressed, { file, generate_parts: true, texture: true })).not.toEqual([])
    expect(
      checkParams(dressed, { file, generate_parts: true, texture: false, pbr: false }),
    ).toEqual([])
  })

  it('does not change a gateway’s schema that contains form hints', () => {
    expect(applyHints({ ...translated, hasHints: true }, ours)).toBe(translated.schema)
  })
})
