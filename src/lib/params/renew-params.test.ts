import { describe, expect, it } from 'vitest'
import { checkParams } from './check/check-params.ts'
import type { ParamSchema } from './param-schema.ts'
import { renewParams } from './renew-params.ts'

const schema: ParamSchema = {
  type: 'object',
  properties: {
    input: { type: 'string', 'x-ui': { widget: 'image', formerNames: ['file'] } },
    version: {
      enum: ['b', 'c'],
      title: 'Version',
      default: 'c',
      'x-ui': {
        formerNames: ['model_version'],
        labels: { a: 'Version A', c: 'Version C' },
        retired: {
          a: { on: '2026-08-24', use: 'c', also: { quality: 'high' } },
          z: { on: '2026-01-01' },
        },
      },
    },
    quality: { enum: ['low', 'high'] },
  },
}

describe('renewParams', () => {
  it('returns the same params if nothing changed', () => {
    const params = { input: '/a.png', version: 'b' }
    expect(renewParams(schema, params).params).toBe(params)
  })

  it('uses the current names and formats of params', () => {
    const { params, replaced } = renewParams(schema, {
      file: { file_token: 'abc' },
      model_version: 'b',
    })
    expect(params).toEqual({ input: '/api/files/abc/content', version: 'b' })
    expect(replaced).toEqual([])
  })

  it('replaces values that the provider has removed, adds params that the new values need, and lists both', () => {
    const { params, replaced } = renewParams(schema, { version: 'a', quality: 'low' })
    expect(params).toEqual({ version: 'c', quality: 'high' })
    expect(replaced).toEqual([
      { title: 'Version', from: 'Version A', to: 'Version C', on: '2026-08-24' },
    ])
  })

  it('converts a number to a choice that is now a text', () => {
    const sized: ParamSchema = { type: 'object', properties: { size: { enum: ['512', '1024'] } } }
    expect(renewParams(sized, { size: 1024 })).toEqual({ params: { size: '1024' }, replaced: [] })
  })

  it('removes a value that the provider has removed without a replacement', () => {
    expect(renewParams(schema, { version: 'z' })).toEqual({
      params: {},
      replaced: [{ title: 'Version', from: 'z', on: '2026-01-01' }],
    })
  })
})

describe('checkParams with a value that the provider has removed', () => {
  it('names the replacement', () => {
    expect(checkParams(schema, { version: 'a' })).toEqual([
      { path: 'version', message: 'Version no longer has a: it was retired on 2026-08-24. Use c.' },
    ])
  })
})
