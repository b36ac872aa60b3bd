import { describe, expect, it } from 'vitest'
import { checkParams } from '#lib/params/check/check-params.ts'
import { paramsToSend } from '#lib/params/effective-params.ts'
import { readOutput } from '#lib/params/output.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { calculatePrice } from '#lib/params/price.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { refuseGeneration } from './stand-in-rules.fixture.ts'
import { fromTripoForm } from './tripo-form.ts'
import { tripoSchema } from './tripo-schema.ts'

const url = 'https://example.com/a.png'
const least: Readonly<Record<string, Params>> = {
  picture: { input: url },
  views: { inputs: [url, {}, url, {}] },
  text: { prompt: 'a cup' },
}

type Case = [
  input: 'picture' | 'views' | 'text',
  kind: 'detailed' | 'lowPoly',
  params: Params,
  expected: number,
]

const send = (input: Case[0], kind: Case[1], values: Params) =>
  paramsToSend(tripoSchema(input, kind), { ...least[input], ...values })

const kinds = (input: Case[0], kind: Case[1]) =>
  readFields(tripoSchema(input, kind)).map((field) => field.kind)
const readViews = (inputs: unknown[]) => fromTripoForm('multiview_to_model', { inputs })

describe('tripoSchema', () => {
  it('gives each param the right field type', () => {
    expect(kinds('picture', 'detailed').slice(0, 4)).toEqual([
      'picture',
      'enum',
      'boolean',
      'integer',
    ])
    expect(kinds('views', 'lowPoly')[0]).toBe('views')
    expect(kinds('text', 'detailed').filter((kind) => kind === 'seed')).toHaveLength(3)
    expect([...kinds('picture', 'detailed'), ...kinds('text', 'lowPoly')]).not.toContain('json')
  })

  it.each<Case>([
    ['picture', 'detailed', {}, 30],
    ['picture', 'detailed', { texture: false }, 20],
    ['picture', 'detailed', { texture_quality: 'detailed', quad: true }, 45],
    ['picture', 'detailed', { geometry_quality: 'detailed' }, 50],
    ['picture', 'detailed', { model: 'v2.5-20250123', quad: true }, 30],
    ['picture', 'detailed', { generate_parts: true, texture: false }, 40],
    ['views', 'detailed', { smart_low_poly: true, face_limit: 5_000 }, 40],
    ['text', 'detailed', {}, 20],
    ['text', 'detailed', { texture: false }, 10],
    ['picture', 'lowPoly', {}, 50],
    ['text', 'lowPoly', { texture: false }, 30],
    ['picture', 'lowPoly', { model: 'P2-20260801' }, 110],
    ['text', 'lowPoly', { model: 'P2-20260801', texture: false }, 100],
  ])(
    'accepts %s (%s) with %o and calculates a price of %d credits',
    (input, kind, values, amount) => {
      const schema = tripoSchema(input, kind)
      const sent = send(input, kind, values)
      expect(checkParams(schema, sent)).toEqual([])
      expect(refuseGeneration(sent)).toBeUndefined()
      expect(calculatePrice(schema, sent)).toMatchObject({
        amount,
        unit: 'credit',
        usd: amount / 100,
      })
    },
  )

  it('adds the price of the texture that PBR materials require', () => {
    const params = { input: url, texture: false, pbr: true }
    expect(calculatePrice(tripoSchema('picture', 'detailed'), params)?.amount).toBe(30)
  })

  it.each<[Case[0], Case[1], Params, string]>([
    ['picture', 'detailed', { texture_quality: 'fast' }, 'Fast textures need'],
    ['picture', 'detailed', { generate_parts: true, texture: true }, 'Splitting into parts'],
    [
      'picture',
      'detailed',
      { generate_parts: true, texture: false, pbr: false, quad: true },
      'Parts cannot',
    ],
    ['picture', 'detailed', { smart_low_poly: true }, 'Smart low poly needs'],
    ['picture', 'detailed', { face_limit: 1_800_000 }, 'With standard geometry'],
    ['picture', 'lowPoly', { face_limit: 30_000 }, 'P1 takes'],
    [
      'picture',
      'lowPoly',
      { model: 'P2-20260801', quad: true, face_limit: 30_000 },
      'P2 takes a face limit',
    ],
    ['views', 'detailed', { inputs: [url, {}, {}, {}] }, 'needs at least 2 pictures'],
    ['views', 'detailed', { inputs: [{}, url, url, {}] }, 'choose a picture'],
    ['picture', 'detailed', { export_orientation: '-x' }, 'export_orientation'],
  ])('refuses for %s (%s) the params %o', (input, kind, values, message) => {
    const params = { ...send(input, kind, values), ...values }
    const messages = checkParams(tripoSchema(input, kind), params).map((issue) => issue.message)
    expect(messages.join(' ')).toContain(message)
  })

  it('accepts fast textures together with their version, and predicts an FBX file for quads', () => {
    const schema = tripoSchema('picture', 'detailed')
    const fast = send('picture', 'detailed', {
      texture_quality: 'fast',
      texture_version: 'v3.5-20260815',
    })
    expect(checkParams(schema, fast)).toEqual([])
    expect(fast['delight']).toBe(true)
    expect(readOutput(schema, send('picture', 'detailed', { quad: true }))?.formats).toEqual([
      'fbx',
    ])
  })
})

describe('fromTripoForm', () => {
  it('converts the params that clients of the v2 API send', () => {
    const id = '0123456789abcdefghij'
    expect(
      fromTripoForm('image_to_model', {
        type: 'image_to_model',
        file: { type: 'png', file_token: id },
        model_version: 'v3.0-20250812',
      }),
    ).toEqual({ input: `/api/files/${id}/content`, model: 'v3.0-20250812' })
    expect(
      fromTripoForm('multiview_to_model', { files: [{ file_token: id }, {}, { url }, {}] }),
    ).toEqual({ inputs: [`/api/files/${id}/content`, {}, url, {}] })
  })

  it('converts views in each format that clients of the v3 API send', () => {
    const places = { inputs: [url, {}, `${url}?back`, {}] }
    expect(readViews([{ front: url }, { back: `${url}?back` }])).toEqual(places)
    expect(readViews([url, '', `${url}?back`, ''])).toEqual(places)
    expect(readViews(places.inputs)).toEqual(places)
  })
})
