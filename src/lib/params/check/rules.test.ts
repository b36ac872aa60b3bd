/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import { describe, expect, it } from 'vitest'
import { adviseParams, checkParams } from './check-params.ts'
import { visibleFields } from '../effective-params.ts'
import { ruledTogether } from './rules.ts'
import { createParamSchema } from '../param-schemas.fixture.ts'

const fields = {
  rig: { type: 'boolean', title: 'Rig' },
  dance: { type: 'boolean', title: 'Dance' },
  height: { type: 'number', title: 'Height' },
}
const danceNeedsRig = {
  $comment: 'Only a rig can dance.',
  if: { required: ['dance'] },
  then: { required: ['rig'] },
}

describe('brokenRules', () => {
  it('checks rules at the top level of the schema', () => {
    const schema = createParamSchema(fields, { if: danceNeedsRig.if, then: danceNeedsRig.then })
    expect(checkParams(schema, { dance: true })).toEqual([
      { path: 'rig', message: 'Dance and Rig cannot be combined like this.' },
    ])
    expect(checkParams(schema, { dance: true, rig: true })).toEqual([])
  })

  it('checks forbidden and required params', () => {
    const schema = createParamSchema(fields, {
      not: { required: ['rig', 'height'] },
      dependentRequired: { dance: ['rig'] },
    })
    expect(checkParams(schema, { dance: true })).toEqual([
      { path: 'dance', message: 'Dance needs Rig too.' },
    ])
    expect(checkParams(schema, { rig: true, height: 1 })).toHaveLength(1)
  })

  it('reports a broken rule with an unknown effect as advice', () => {
    const schema = createParamSchema(fields, {
      allOf: [{ ...danceNeedsRig, 'x-effect': 'server-shrugs' }],
    })
    expect(checkParams(schema, { dance: true })).toEqual([])
    expect(adviseParams(schema, { dance: true })).toMatchObject([
      { effect: 'server-shrugs', message: 'Only a rig can dance.', paths: ['rig'] },
    ])
  })

  it('ruledTogether returns the other params of the rules that mention a param', () => {
    const schema = createParamSchema(fields, { allOf: [danceNeedsRig] })
    expect(ruledTogether(schema, 'dance')).toEqual(['rig'])
    expect(ruledTogether(schema, 'height')).toEqual([])
  })
})

describe('conditions on a hidden field', () => {
  const schema = createParamSchema({
    rig: { type: 'boolean', default: false },
    dance: {
      enum: ['none', 'waltz'],
      default: 'none',
      'x-ui': { visibleWhen: { properties: { rig: { const: true } } } },
    },
    steps: {
      type: 'integer',
      'x-ui': { visibleWhen: { not: { properties: { dance: { const: 'none' } } } } },
    },
    hint: { type: 'string', 'x-ui': { visibleWhen: { not: { required: ['dance'] } } } },
  })

  it('are false, even if they are negated', () => {
    expect(visibleFields(schema, { dance: 'waltz' })).toEqual(['rig', 'hint'])
    expect(visibleFields(schema, { rig: true, dance: 'waltz' })).toEqual(['rig', 'dance', 'steps'])
  })
})
