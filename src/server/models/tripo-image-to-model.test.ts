import { describe, expect, it } from 'vitest'
import { adviseParams, checkParams } from '#lib/params/check-params.ts'
import { visibleFields } from '#lib/params/effective-params.ts'
import { tripoImageToModelParams as schema } from './tripo-image-to-model.ts'

const file = { type: 'jpg', url: 'https://example.com/a.jpg' }
const check = (params: object) => checkParams(schema, { file, ...params })
const pathsOf = (params: object) => check(params).map(({ path }) => path)

describe('the params of tripo3d_image_to_model', () => {
  it.each([
    {},
    { quad: false, texture: true, pbr: true, face_limit: 10_000 },
    { model_version: 'v3.1-20260211', geometry_quality: 'detailed', face_limit: 1_000_000 },
    { smart_low_poly: true, face_limit: 500 },
    { generate_parts: true, texture: false, pbr: false },
    { file: { file_token: 'abc' } },
    { file: { object: { bucket: 'b', key: 'k' } } },
    { file: { object: 'bucket/key' } },
  ])('take %j', (params) => expect(check(params)).toEqual([]))

  it.each([
    [{ file: undefined }, 'file'],
    [{ quad: true }, 'quad'],
    [{ model_version: 'v9' }, 'model_version'],
    [{ face_limit: -1 }, 'face_limit'],
    [{ smart_low_poly: true, face_limit: 30_000 }, 'face_limit'],
    [{ model_version: 'Turbo-v1.0-20250506', face_limit: 60_000 }, 'face_limit'],
    [{ model_version: 'v2.5-20250123', face_limit: 600_000 }, 'face_limit'],
    [{ model_version: 'v2.5-20250123', geometry_quality: 'detailed' }, 'geometry_quality'],
    [{ generate_parts: true }, 'texture'],
    [{ texture_quality: 'best' }, 'texture_quality'],
    [{ colour: 'red' }, 'colour'],
  ])('refuse %j at %s', (params, path) => expect(pathsOf(params)).toEqual([path]))

  it('only warn about a texture that PBR brings back', () => {
    const params = { file, texture: false, pbr: true }
    expect(checkParams(schema, params)).toEqual([])
    expect(adviseParams(schema, params)).toMatchObject([{ effect: 'server-overrides' }])
  })

  it('show the geometry quality for the versions that have it', () => {
    expect(visibleFields(schema, { file })).not.toContain('geometry_quality')
    const params = { file, model_version: 'v3.0-20250812' }
    expect(visibleFields(schema, params)).toContain('geometry_quality')
  })
})
