import { describe, expect, it } from 'vitest'
import { checkParams } from '#lib/params/check/check-params.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { localImageTo3d } from '../local-image-to-3d.ts'
import { schemaFromContract } from './gateway-contract.ts'

const createContract = (own: object) => ({
  schema_version: 'model-contract.v1',
  model_id: 'm',
  input_schema: {
    type: 'object',
    required: ['prompt'],
    properties: {
      prompt: { type: 'string', maxLength: 100, pattern: '(a+)+$' },
      image: { type: 'string' },
      image_url: { type: 'string' },
      kind: { type: 'string', enum: ['Normal', 'Sketch'] },
    },
  },
  ...own,
})
const withRules = (...rules: object[]) =>
  schemaFromContract(createContract({ input_rules: rules }))!.schema

describe('schemaFromContract', () => {
  it('keeps length limits and removes regular expressions', () => {
    const { schema, hasHints } = schemaFromContract(createContract({}))!
    expect(hasHints).toBe(false)
    expect(JSON.stringify(schema)).not.toContain('(a+)+')
    expect(schema.properties['prompt']).toMatchObject({ type: 'string', maxLength: 100 })
    expect(checkParams(schema, { prompt: 'a'.repeat(101) })).toHaveLength(1)
    expect(checkParams(schema, { prompt: 'a', newer: true })).toEqual([])
  })

  it('returns the schema of another Bozzetto server unchanged', () => {
    const ours = JSON.parse(JSON.stringify(localImageTo3d.paramSchema))
    const { schema, hasHints } = schemaFromContract({
      input_schema: { type: 'object', properties: { file: { type: 'string' } } },
      param_schema: ours,
    })!
    expect(hasHints).toBe(true)
    expect(readFields(schema)).toEqual(readFields(localImageTo3d.paramSchema))
    expect(schema['allOf']).toEqual(ours.allOf)
  })

  it('finds the params inside the schema of a whole request', () => {
    const params = { type: 'object', properties: { prompt: { type: 'string' } } }
    const entry = { type: 'object', properties: { params } }
    const input_schema = {
      type: 'object',
      properties: { model: { type: 'string' }, input: { type: 'array', items: entry } },
    }
    expect(Object.keys(schemaFromContract({ input_schema })?.schema.properties ?? {})).toEqual([
      'prompt',
    ])
  })

  it.each<[object, Record<string, unknown>, Record<string, unknown>, string]>([
    [
      { kind: 'one_of', fields: ['image', 'image_url'] },
      { image: 'a' },
      { image: 'a', image_url: 'b' },
      'Give exactly one of Image and Image url.',
    ],
    [
      { kind: 'at_least_one', fields: ['image', 'image_url'] },
      { image: 'a', image_url: 'b' },
      {},
      'Give at least one of Image and Image url.',
    ],
    [
      { kind: 'mutually_exclusive', fields: ['image', 'image_url'] },
      {},
      { image: 'a', image_url: 'b' },
      'Give only one of Image and Image url.',
    ],
    [
      { kind: 'requires', fields: ['kind'], when: { kind: 'Sketch' }, required: ['image'] },
      { kind: 'Normal' },
      { kind: 'Sketch' },
      'Also give Image with Kind.',
    ],
    [
      { kind: 'requires', when: { kind: ['Sketch'] }, required: ['image'] },
      { kind: 'Normal' },
      { kind: 'Sketch' },
      'Also give Image with Kind.',
    ],
    [
      { kind: 'requires', fields: ['image'], required: ['kind'] },
      { image: 'a', kind: 'Normal' },
      { image: 'a' },
      'Also give Kind with Image.',
    ],
  ])('validates params with the rule %j', (rule, good, bad, message) => {
    const schema = withRules(rule)
    expect(checkParams(schema, { prompt: 'a', ...good })).toEqual([])
    expect(checkParams(schema, { prompt: 'a', ...bad }).map((issue) => issue.message)).toEqual([
      message,
    ])
  })

  it('ignores rules that it cannot parse', () => {
    const schema = withRules(
      { kind: 'at_least_one', fields: ['unheard_of'] },
      { kind: 'some_day', fields: ['image'] },
      { kind: 'one_of' },
      { kind: 'requires', required: ['kind'] },
      { kind: 'requires', fields: ['image'], when: 'full moon', required: ['kind'] },
    )
    expect(schema['allOf']).toBeUndefined()
  })

  it.each([
    ['no contract', 'text'],
    ['a contract without a schema', {}],
    ['a schema without params', { input_schema: { type: 'object', properties: {} } }],
    [
      'a schema that is far too large',
      {
        input_schema: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 3_000 }, (_, at) => [`p${at}`, { type: 'string' }]),
          ),
        },
      },
    ],
  ])('returns undefined for %s', (_case, contract) => {
    expect(schemaFromContract(contract)).toBeUndefined()
  })
})
