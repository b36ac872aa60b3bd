import { describe, expect, it } from 'vitest'
import type { Model3d } from '#contract/models.ts'
import { depthRatio, readDepthParam } from './depth-param.ts'

const depth = {
  type: 'number',
  minimum: 0.02,
  maximum: 3,
  'x-ui': { means: 'depth-ratio', visibleWhen: { properties: { style: { enum: ['object'] } } } },
}
const thickness = { type: 'number', default: 1, 'x-ui': { means: 'depth-factor' } }
const style = { type: 'string', enum: ['object', 'relief'], default: 'object' }

const model = (properties: Model3d['paramSchema']['properties']): Model3d => ({
  id: 'local/image-to-3d',
  name: 'Local engine',
  provider: 'local',
  kind: '3d',
  description: '',
  paramSchema: { type: 'object', properties },
})

describe('readDepthParam', () => {
  it('sets the depth within its bounds and removes params that would override it', () => {
    const param = readDepthParam(model({ depth, thickness, style }), {})
    expect(param?.withDepth({ thickness: 1.4, detail: 1 }, 0.5)).toEqual({ detail: 1, depth: 0.5 })
    expect(param?.withDepth({}, 9)).toEqual({ depth: 3 })
  })

  it('returns undefined for models without a depth param, or if other params hide it', () => {
    expect(readDepthParam(model({ depth, style }), { style: 'relief' })).toBeUndefined()
    expect(readDepthParam(model({ thickness, style }), {})).toBeUndefined()
  })
})

it('depthRatio divides the depth by the longer side of the front', () => {
  expect(depthRatio([1, 2, 0.5])).toBe(0.25)
  expect(depthRatio([0, 0, 1])).toBeUndefined()
})
