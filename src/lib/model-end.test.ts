import { describe, expect, it } from 'vitest'
import { describeModelEnd } from './model-end.ts'

const nowMs = Date.parse('2026-11-27T10:00:00Z')

describe('describeModelEnd', () => {
  it('returns the date and the successor of a model that will soon be unavailable', () => {
    expect(describeModelEnd({ endsOn: '2026-12-11', successor: 'gpt-6-sol' }, nowMs)).toEqual({
      text: 'Ends 11 Dec 2026. Try gpt-6-sol.',
      isOver: false,
    })
  })

  it('returns only the date if no successor is known', () => {
    expect(describeModelEnd({ endsOn: '2027-01-06' }, nowMs)?.text).toBe('Ends 6 Jan 2027.')
  })

  it('reports from the last day on that a model is no longer available', () => {
    expect(describeModelEnd({ endsOn: '2026-11-27' }, nowMs)).toEqual({
      text: 'Ended 27 Nov 2026.',
      isOver: true,
    })
  })

  it.each([[{}], [{ endsOn: '2028-01-01' }], [{ endsOn: 'never' }]])(
    'returns undefined for %j',
    (model) => {
      expect(describeModelEnd(model, nowMs)).toBeUndefined()
    },
  )
})
