import { expect, it } from 'vitest'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { toModelSpec } from './model-spec.ts'

it('toModelSpec returns the type of a param whose schema is a reference', () => {
  const paramSchema: ParamSchema = {
    type: 'object',
    required: ['size'],
    properties: {
      quality: { allOf: [{ $ref: '#/$defs/Quality' }], default: 'fast' },
      size: { anyOf: [{ $ref: '#/$defs/Size' }, { type: 'null' }] },
    },
    $defs: {
      Quality: { enum: ['fast', 'fine'], description: 'How good it gets.' },
      Size: { type: 'integer', minimum: 1, maximum: 9 },
    },
  }
  const model = { id: 'a/b', name: 'B', provider: 'a', kind: '3d', description: '' } as const
  const spec = toModelSpec({ ...model, paramSchema }, 'http://localhost')
  expect(spec.parameters).toMatchObject([
    {
      name: 'quality',
      type: 'string',
      description: 'How good it gets.',
      constraints: { enum: ['fast', 'fine'], default: 'fast' },
    },
    { name: 'size', type: 'integer', required: true, constraints: { min: 1, max: 9 } },
  ])
  expect(spec.agent_prompt).toContain('"size":1')
})
