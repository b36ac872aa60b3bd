import { describe, expect, it } from 'vitest'
import { checkParams } from '#lib/params/check/check-params.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { schemaFromSpec } from './gateway-spec.ts'

const parameters = [
  { name: 'model', type: 'string', required: true },
  { name: 'prompt', type: 'string', required: true, constraints: { max_length: 20 } },
  {
    name: 'image_url',
    type: 'string',
    required: false,
    description: 'A picture.',
    constraints: null,
  },
  { name: 'image_base64', type: 'string' },
  { name: 'face_count', type: 'int', constraints: { min: 100, max: 900, default: 500 } },
  { name: 'quality', type: 'string', constraints: { enum: ['low', 'high'], default: 'low' } },
  { name: 'guidance', type: 'float' },
  { name: 'enable_pbr', type: 'bool', constraints: { default: false } },
  { name: 'seed', type: 'integer' },
  { name: 'tags', type: 'array[string]', constraints: { max_items: 2 } },
  { name: 'camera', type: 'object', children: [{ name: 'fov', type: 'number', required: true }] },
  { name: 'nonsense', type: 'matrix' },
  'nonsense',
]
const spec = schemaFromSpec(parameters)!
const getField = (name: string) => readFields(spec.schema).find((field) => field.name === name)

describe('schemaFromSpec', () => {
  it('creates a field of the right kind for every param', () => {
    const kinds = readFields(spec.schema).map(({ name, kind, group }) => [name, kind, group])
    expect(Object.fromEntries(kinds.map(([name, ...rest]) => [name, rest]))).toEqual({
      prompt: ['text', 'input'],
      image_url: ['picture', 'input'],
      face_count: ['integer', 'geometry'],
      quality: ['enum', 'settings'],
      guidance: ['number', 'settings'],
      enable_pbr: ['boolean', 'texture'],
      seed: ['seed', 'advanced'],
      tags: ['json', 'advanced'],
      camera: ['json', 'advanced'],
      nonsense: ['json', 'advanced'],
    })
    expect(getField('prompt')).toMatchObject({ title: 'Prompt', required: true, lengthMax: 20 })
    expect(getField('face_count')).toMatchObject({
      title: 'Face count',
      min: 100,
      max: 900,
      default: 500,
    })
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'all is well',
      { prompt: 'a bear', image_base64: 'UE5H', tags: ['a'], camera: { fov: 1 } },
      [],
    ],
    ['all params are missing', {}, ['prompt']],
    ['a number is out of bounds', { prompt: 'a', face_count: 99 }, ['face_count']],
    ['a number is not an integer', { prompt: 'a', face_count: 100.5 }, ['face_count']],
    ['a value is not one of the choices', { prompt: 'a', quality: 'medium' }, ['quality']],
    ['a list is too long', { prompt: 'a', tags: ['a', 'b', 'c'] }, ['tags']],
    ['an object lacks a part', { prompt: 'a', camera: {} }, ['camera/fov']],
    ['a param is missing in the spec', { prompt: 'a', newer: 1 }, []],
  ])('accepts or rejects params when %s', (_case, params, paths) => {
    expect(checkParams(spec.schema, params).map(({ path }) => path)).toEqual(paths)
  })

  it('finds the params inside the spec of a whole request', () => {
    const inner = [{ name: 'prompt', type: 'string', required: true }]
    const params = { name: 'params', type: 'object', children: inner }
    const whole = [
      { name: 'model', type: 'string' },
      { name: 'input', type: 'array', children: [params] },
    ]
    expect(Object.keys(schemaFromSpec(whole)?.schema.properties ?? {})).toEqual(['prompt'])
    expect(schemaFromSpec(whole)?.schema.required).toEqual(['prompt'])
  })

  it.each([
    [
      'an object with an address',
      { name: 'file', type: 'object', children: [{ name: 'url', type: 'string' }] },
      'picture',
    ],
    ['a picture by its name', { name: 'front_image', type: 'string' }, 'picture'],
    ['a list of pictures', { name: 'images', type: 'array[string]' }, 'pictures'],
    [
      'a list of objects with an address',
      { name: 'files', type: 'array', children: [{ name: 'url', type: 'string' }] },
      'pictures',
    ],
  ])('shows %s as a picture field', (_case, parameter, kind) => {
    const { schema } = schemaFromSpec([parameter])!
    expect(readFields(schema)).toMatchObject([{ kind }])
  })

  it.each([
    ['nothing', undefined],
    ['an empty list', []],
    ['a list without names', [{ type: 'string' }, 7]],
    ['only what goes round a task', [{ name: 'model', type: 'string' }]],
  ])('returns undefined for %s', (_case, given) => {
    expect(schemaFromSpec(given)).toBeUndefined()
  })
})
