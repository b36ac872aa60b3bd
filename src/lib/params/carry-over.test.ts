/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import { describe, expect, it } from 'vitest'
import { carryOver } from './carry-over.ts'
import { createParamSchema } from './param-schemas.fixture.ts'

const from = createParamSchema({
  prompt: { type: 'string', title: 'Words' },
  faces: { type: 'integer', title: 'Faces', minimum: 1 },
  pbr: { type: 'boolean', title: 'PBR', default: true },
  format: { enum: ['glb', 'fbx'], title: 'Format', default: 'glb' },
  quad: { type: 'boolean', title: 'Quads', default: false },
  seed: { type: 'integer', title: 'Seed', 'x-ui': { widget: 'seed' } },
  style: { type: 'string', title: 'Style' },
})
const to = createParamSchema(
  {
    text: { type: 'string', title: 'Text', maxLength: 5, 'x-ui': { means: 'prompt' } },
    faces: { type: 'integer', title: 'Faces', maximum: 1_000 },
    pbr: { type: 'boolean', title: 'PBR', default: false },
    format: { enum: ['glb', 'obj'], title: 'Format', default: 'glb' },
    seed: { type: 'integer', title: 'Seed', 'x-ui': { widget: 'seed' } },
    bare: { type: 'boolean', title: 'Bare', default: false },
    style: { type: 'string', title: 'Shape', 'x-ui': { means: 'shape' } },
  },
  {
    allOf: [
      {
        $comment: 'The bare shape has no PBR.',
        if: { properties: { bare: { const: true } }, required: ['bare'] },
        then: { properties: { pbr: { const: false } } },
      },
    ],
  },
)
const carry = (values: Record<string, unknown>, held = {}) =>
  carryOver({ schema: from, values }, { schema: to, held, name: 'Other' })

describe('carryOver', () => {
  it('keeps params that both models have, also under another name', () => {
    expect(carry({ prompt: 'a cup', faces: 900 })).toEqual({
      values: { text: 'a cup', faces: 900 },
      kept: ['Words', 'Faces'],
      dropped: [],
    })
  })

  it('reports dropped values only if the user chose them', () => {
    expect(carry({ pbr: false }).values).toEqual({})
    expect(carry({ pbr: true }).values).toEqual({ pbr: true })
  })

  it.each([
    [{ quad: true }, 'Quads', 'Other has no such setting.'],
    [{ style: 'clay' }, 'Style', 'Other has no such setting.'],
    [{ faces: 2_000 }, 'Faces', 'Faces must be at most 1,000.'],
    [{ prompt: 'a teapot' }, 'Words', 'Text can have at most 5 characters (this has 8).'],
    [{ format: 'fbx' }, 'Format', 'Format must be one of glb or obj.'],
    [{ faces: null }, 'Faces', 'It cannot be left empty there.'],
    [{ seed: 7 }, 'Seed', 'A seed gives a different result with another model.'],
  ])('explains why %j is dropped', (values, title, reason) => {
    expect(carry(values)).toEqual({ values: {}, kept: [], dropped: [{ title, reason }] })
  })

  it('drops a value that together with an existing value would break a rule', () => {
    const carried = carry({ pbr: true, faces: 5 }, { bare: true })
    expect(carried.values).toEqual({ bare: true, faces: 5 })
    expect(carried.kept).toEqual(['Faces'])
    expect(carried.dropped).toEqual([{ title: 'PBR', reason: 'The bare shape has no PBR.' }])
  })

  it('keeps existing values that do not conflict', () => {
    expect(carry({ faces: 5 }, { faces: 9, format: 'obj' }).values).toEqual({
      faces: 5,
      format: 'obj',
    })
  })
})
