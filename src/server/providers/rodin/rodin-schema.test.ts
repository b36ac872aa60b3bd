import { describe, expect, it } from 'vitest'
import { checkParams } from '#lib/params/check/check-params.ts'
import { paramsToSend } from '#lib/params/effective-params.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { rodinSchema } from './rodin-schema.ts'

describe('rodinSchema for Gen-2.5', () => {
  const schema = rodinSchema('gen-2.5')
  const send = (values: object) => paramsToSend(schema, { prompt: 'a cup', ...values })

  it('contains the five quality tiers and sends the selected tier', () => {
    expect(send({})).toMatchObject({ tier: 'Gen-2.5-Medium', mesh_mode: 'Raw', quality: 'medium' })
    const tier = readFields(schema).find(({ name }) => name === 'tier')
    expect(tier?.choices).toHaveLength(5)
    expect(checkParams(schema, send({}))).toEqual([])
  })

  it('requires pictures or a description', () => {
    expect(checkParams(schema, paramsToSend(schema, {}))).not.toEqual([])
  })

  it('refuses more quads than Rodin supports', () => {
    const params = send({ mesh_mode: 'Quad', quality_override: 300_000 })
    expect(checkParams(schema, params).map(({ message }) => message)).toEqual([
      'There can be at most 200,000 quads.',
    ])
    expect(checkParams(schema, send({ quality_override: 1_500_000 }))).toEqual([])
  })
})

describe('rodinSchema for Gen-2', () => {
  it('has no quality tier and no texture mode', () => {
    const names = readFields(rodinSchema('gen-2')).map(({ name }) => name)
    expect(names).not.toContain('tier')
    expect(names).not.toContain('texture_mode')
  })
})
