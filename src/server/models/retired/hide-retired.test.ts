import { describe, expect, it } from 'vitest'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { renewParams } from '#lib/params/renew-params.ts'
import { listBuiltInForms } from '../../providers/built-in-forms.ts'
import { findRetiredOffers, hideRetired, isModelRetired } from './hide-retired.ts'
import { retirements, type Retirement } from './retirements.ts'

const schema: ParamSchema = {
  type: 'object',
  properties: {
    version: { enum: ['one', 'two', 'three'], default: 'one', title: 'Version' },
    size: { enum: ['one'] },
  },
}
const table: readonly Retirement[] = [
  { service: 'makers', field: 'version', value: 'one', on: '2026-10-10', use: 'three' },
  { service: 'makers', field: 'version', value: 'two', on: '2027-01-01' },
  { service: 'makers', value: 'old-model', on: '2026-10-10', use: 'new-model' },
]
const on = (day: string, service = 'makers') => ({ service, day, table })
const choicesOn = (day: string) => hideRetired(schema, on(day)).properties['version']?.['enum']

describe('hideRetired', () => {
  it('hides a value from its retirement date on, and changes the default to the replacement', () => {
    expect(choicesOn('2026-10-09')).toEqual(['one', 'two', 'three'])
    expect(choicesOn('2026-10-10')).toEqual(['two', 'three'])
    expect(choicesOn('2027-01-01')).toEqual(['three'])
    expect(hideRetired(schema, on('2026-10-10')).properties['version']?.['default']).toBe('three')
  })

  it('does not change forms of other services or other fields', () => {
    expect(hideRetired(schema, on('2027-01-01', 'others'))).toBe(schema)
    expect(hideRetired(schema, on('2027-01-01')).properties['size']).toBe(schema.properties['size'])
  })

  it('replaces retired values in stored params', () => {
    const { params, replaced } = renewParams(hideRetired(schema, on('2026-10-10')), {
      version: 'one',
    })
    expect(params).toEqual({ version: 'three' })
    expect(replaced).toEqual([{ title: 'Version', from: 'one', to: 'Three', on: '2026-10-10' }])
  })
})

describe('isModelRetired', () => {
  it('returns true for a model from its retirement date on', () => {
    expect(isModelRetired('old-model', on('2026-10-10'))).toBe(true)
    expect(isModelRetired('old-model', on('2026-10-09'))).toBe(false)
    expect(isModelRetired('one', on('2026-10-10'))).toBe(false)
  })
})

describe('findRetiredOffers', () => {
  it('finds values and models that a form still contains', () => {
    const forms = [
      { service: 'makers', model: 'new-model', schema },
      { service: 'makers', model: 'old-model', schema: { ...schema, properties: {} } },
    ]
    expect(findRetiredOffers(forms, { day: '2026-10-10', table })).toEqual([
      { service: 'makers', model: 'new-model', what: 'version “one”' },
      { service: 'makers', model: 'old-model', what: 'itself' },
    ])
    expect(findRetiredOffers(forms, { day: '2026-10-09', table })).toEqual([])
  })

  it('finds nothing in the forms of this release', async () => {
    const forms = await listBuiltInForms()
    expect(forms.length).toBeGreaterThan(40)
    expect(findRetiredOffers(forms, { day: '2026-11-27' })).toEqual([])
  })
})

describe('retirements', () => {
  it('have comparable dates, and replacements that are not retired themselves', () => {
    for (const { service, field, on: day, use } of retirements) {
      expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      const isGone = retirements.some(
        (one) => one.service === service && one.field === field && one.value === use,
      )
      expect([service, use, isGone]).toEqual([service, use, false])
    }
  })
})
