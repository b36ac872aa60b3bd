import { describe, expect, it } from 'vitest'
import { adviseParams, checkParams } from './check-params.ts'
import {
  createParamSchema,
  sculptSchema,
  viewsSchema,
  withPicture,
} from '../param-schemas.fixture.ts'

const check = (params: Record<string, unknown>) =>
  checkParams(sculptSchema, { ...withPicture, ...params })

describe('checkParams', () => {
  it('accepts params with only the required values', () => {
    expect(check({})).toEqual([])
  })

  it.each([
    [
      'a param that does not exist',
      { faces: 1 },
      'faces',
      /^faces is not a param of this model\. Known: type, file, /,
    ],
    [
      'text for a number',
      { face_limit: '2000' },
      'face_limit',
      'Face limit must be a whole number.',
    ],
    [
      'a fraction for a whole number',
      { face_limit: 900.5 },
      'face_limit',
      'Face limit must be a whole number.',
    ],
    ['not-a-number', { upscale: Number.NaN }, 'upscale', 'Upscale must be a number.'],
    [
      'too few',
      { face_limit: 10 },
      'face_limit',
      'Face limit must be between 500 and 2,000,000 faces.',
    ],
    ['a negative seed', { model_seed: -1 }, 'model_seed', 'Shape seed must be at least 0.'],
    ['zero where more is needed', { height: 0 }, 'height', 'Height must be more than 0 m.'],
    [
      'a word outside the choices',
      { model_version: 'v9' },
      'model_version',
      'Version must be one of v3.1 or v2.0.',
    ],
    [
      'text for a switch',
      { texture: 'yes' },
      'texture',
      'Texture must be on or off (true or false).',
    ],
    [
      'null where it is not allowed',
      { texture: null },
      'texture',
      'Texture must be on or off (true or false).',
    ],
    [
      'too long a text',
      { prompt: 'thirteen char' },
      'prompt',
      'Prompt can have at most 12 characters (this has 13).',
    ],
    ['another fixed word', { type: 'text_to_model' }, 'type', 'type must be image_to_model.'],
    ['too short a list', { box: [1, 2] }, 'box', 'Bounding box takes exactly 3 entries.'],
    [
      'a wrong entry of a list',
      { box: [1, 2, 301] },
      'box/2',
      'Bounding box 3 must be between 0 and 300.',
    ],
    ['an object for a list', { box: {} }, 'box', 'Bounding box must be a list.'],
    ['a picture of no kind', { file: {} }, 'file', 'Choose a picture.'],
    ['a picture that is a text', { file: 'x.png' }, 'file', 'Choose a picture.'],
    ['null for a picture', { file: null }, 'file', 'Choose a picture.'],
    [
      'a picture with a number as address',
      { file: { url: 4 } },
      'file/url',
      'Picture: Public address must be text.',
    ],
    [
      'two ways to give a picture',
      { file: { url: 'a', file_token: 'b' } },
      'file',
      'Picture takes only one of file_token or url.',
    ],
    [
      'a picture with a stray part',
      { file: { url: 'a', size: 1 } },
      'file/size',
      /^Picture has no size\. Known: /,
    ],
  ])('refuses params: %s', (_case, params, path, message) => {
    const issues = check(params)
    expect(issues).toHaveLength(1)
    expect(issues[0]?.path).toBe(path)
    expect(issues[0]?.message).toMatch(message)
  })

  it('reports a missing picture, and other missing params by title', () => {
    const schema = createParamSchema(
      { ...sculptSchema.properties },
      { required: ['file', 'prompt'] },
    )
    expect(checkParams(schema, {})).toEqual([
      { path: 'file', message: 'Choose a picture.' },
      { path: 'prompt', message: 'Prompt is required.' },
    ])
  })

  it.each([[undefined], [null], ['text'], [[]], [7]])('refuses %j instead of params', (params) => {
    expect(checkParams(sculptSchema, params)).toEqual([
      { path: '', message: 'The params must be an object.' },
    ])
  })

  it('accepts null for a field of type "T or null"', () => {
    expect(check({ height: null })).toEqual([])
    expect(check({ height: 1.2 })).toEqual([])
    expect(
      checkParams(createParamSchema({ a: { type: ['integer', 'null'] } }), { a: null }),
    ).toEqual([])
    expect(
      checkParams(createParamSchema({ a: { type: 'integer', nullable: true } }), { a: null }),
    ).toEqual([])
    expect(checkParams(createParamSchema({ a: { enum: ['x', null] } }), { a: null })).toEqual([])
  })

  it('accepts unknown params if the schema allows additional properties', () => {
    const open = createParamSchema({}, { additionalProperties: true })
    expect(checkParams(open, { anything: 1 })).toEqual([])
    expect(checkParams(createParamSchema({}), { anything: 1 })).toHaveLength(1)
  })

  it('treats names that every object inherits like other names', () => {
    expect(
      checkParams(createParamSchema({}), JSON.parse('{"__proto__":1,"constructor":2}')),
    ).toHaveLength(2)
    expect(checkParams(createParamSchema({}, { required: ['toString'] }), {})).toHaveLength(1)
  })

  describe('checkParams with rules', () => {
    it('reports the message of a rule at the field that it restricts', () => {
      expect(check({ parts: true, quad: true, texture: false })).toEqual([
        { path: 'quad', message: 'Parts and quads cannot be combined.' },
      ])
      expect(check({ model_version: 'v2.0', face_limit: 600_000 })).toEqual([
        { path: 'face_limit', message: 'v2.0: at most 500000 faces.' },
      ])
    })

    it('creates a message for a rule without a message', () => {
      expect(check({ parts: true })).toEqual([
        {
          path: 'texture',
          message: 'Split into parts and Texture cannot be combined like this.',
        },
      ])
    })

    it('returns only one issue per field', () => {
      expect(check({ model_version: 'v2.0', face_limit: 3_000_000 })).toHaveLength(1)
    })

    it('ignores rules whose effect is not to reject', () => {
      expect(check({ quad: true, face_limit: 200_000, texture: false })).toEqual([])
    })
  })

  it('requires one of several alternatives', () => {
    expect(checkParams(viewsSchema, {})).toEqual([
      { path: 'files', message: 'Give Views, Pictures or Picture.' },
    ])
    expect(checkParams(viewsSchema, { image_url: 'https://x.test/a.png' })).toEqual([])
    const either = createParamSchema(viewsSchema.properties, {
      oneOf: [{ required: ['image_url'] }, { required: ['image_urls'] }],
    })
    expect(checkParams(either, { image_url: 'a', image_urls: ['b'] })).toEqual([
      { path: 'image_url', message: 'Give only one of Picture or Pictures.' },
    ])
  })

  it('requires the first of several views, and allows the others to be empty', () => {
    expect(checkParams(viewsSchema, { files: [{ file_token: 'a' }, {}] })).toEqual([])
    expect(checkParams(viewsSchema, { files: [{}, { file_token: 'a' }] })).toEqual([
      { path: 'files/0', message: 'Front: choose a picture.' },
    ])
  })

  it('refuses duplicate entries if entries must be unique', () => {
    expect(checkParams(viewsSchema, { image_url: 'a', formats: ['glb', 'glb'] })).toHaveLength(1)
  })

  it('accepts only the choices of constants with titles', () => {
    const schema = createParamSchema({
      size: { title: 'Size', oneOf: [{ const: 1, title: 'S' }, { const: 2 }] },
    })
    expect(checkParams(schema, { size: 2 })).toEqual([])
    expect(checkParams(schema, { size: 3 })[0]?.message).toBe('Size must be one of 1 or 2.')
  })

  it('resolves local references', () => {
    const schema = createParamSchema(
      { size: { $ref: '#/$defs/size', title: 'Size' } },
      { $defs: { size: { type: 'integer', maximum: 4 } } },
    )
    expect(checkParams(schema, { size: 5 })[0]?.message).toBe('Size must be at most 4.')
  })

  it('accepts multiples of a decimal fraction despite rounding errors', () => {
    const schema = createParamSchema({ a: { type: 'number', multipleOf: 0.1, title: 'A' } })
    expect(checkParams(schema, { a: 0.3 })).toEqual([])
    expect(checkParams(schema, { a: 0.35 })[0]?.message).toBe('A must be a multiple of 0.1.')
  })

  it.each([
    ['keywords of wrong types', { minimum: 'x', enum: 3, pattern: 7, type: 'integer' }],
    ['a type nobody knows', { type: 'colour' }],
    ['a pattern that does not compile', { pattern: '(' }],
    ['a reference to nowhere', { $ref: '#/$defs/gone' }],
    ['a reference to another document', { $ref: 'https://x.test/schema' }],
    ['keywords of the future', { 'x-new': 1, sparkle: true }],
  ])('accepts params: %s', (_case, field) => {
    expect(checkParams(createParamSchema({ a: field }), { a: 1 })).toEqual([])
  })

  it('ignores fields and rules that are not schemas', () => {
    const odd = {
      type: 'object',
      properties: { a: 4, b: null },
      allOf: [null, 5, 'x'],
      required: [2],
    }
    expect(checkParams(odd as never, { a: 1, b: 2 })).toEqual([])
  })

  it('ends for recursive schemas and exponential growth', () => {
    const loop = createParamSchema({ a: { $ref: '#/properties/a' } })
    expect(checkParams(loop, { a: 1 })).toEqual([])
    const $defs: Record<string, unknown> = { d0: { type: 'number' } }
    for (let at = 1; at < 30; at++) {
      $defs[`d${at}`] = { allOf: [{ $ref: `#/$defs/d${at - 1}` }, { $ref: `#/$defs/d${at - 1}` }] }
    }
    const bomb = createParamSchema({ a: { $ref: '#/$defs/d29' } }, { $defs })
    expect(checkParams(bomb, { a: 1 })).toEqual([
      { path: '', message: 'These params are too large.' },
    ])
  })

  it('returns at most fifty issues', () => {
    const params = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`p${at}`, at]))
    expect(checkParams(createParamSchema({}), params)).toHaveLength(50)
  })
})

describe('adviseParams', () => {
  it('returns effect, message and fields of broken rules that do not reject the params', () => {
    expect(adviseParams(sculptSchema, { ...withPicture, quad: true, face_limit: 200_000 })).toEqual(
      [
        {
          effect: 'advise',
          message: 'Quads: at most 150000 faces work well.',
          paths: ['face_limit'],
        },
      ],
    )
    expect(adviseParams(sculptSchema, { ...withPicture, texture: false })).toEqual([
      {
        effect: 'server-overrides',
        message: 'PBR on means texture on: the server ignores texture=false then.',
        paths: ['pbr'],
      },
    ])
  })

  it('returns nothing if no rule applies', () => {
    expect(adviseParams(sculptSchema, { ...withPicture, texture: false, pbr: false })).toEqual([])
  })
})
