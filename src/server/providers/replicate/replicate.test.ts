import { expect, it } from 'vitest'
import { readFields } from '#lib/params/read-fields.ts'
import { openApi } from './replicate.fixture.ts'
import { paramsOfInput } from './input-schema.ts'

it('paramsOfInput converts enumerations and pictures in order, and omits secrets and deprecated params', () => {
  const schema = paramsOfInput(openApi)!
  expect(Object.keys(schema.properties)).toEqual(['image', 'generate_type', 'seed'])
  expect(schema.properties['generate_type']).toMatchObject({
    title: 'Generate type',
    enum: ['Normal', 'Geometry'],
    default: 'Normal',
  })
  expect(schema.required).toEqual(['image'])
  expect(readFields(schema).map(({ kind }) => kind)).toEqual(['picture', 'enum', 'seed'])
})

it.each([undefined, null, 'text', [], {}, { components: { schemas: { Input: [] } } }])(
  'paramsOfInput returns undefined for %o',
  (document) => expect(paramsOfInput(document)).toBeUndefined(),
)
