import { describe, expect, it } from 'vitest'
import { newId } from './id.ts'

describe('newId', () => {
  it('has 20 lower-case letters and digits', () => {
    for (let round = 0; round < 200; round++) expect(newId()).toMatch(/^[0-9a-z]{20}$/)
  })

  it('sorts by age', () => {
    expect(newId(1_700_000_000_000) < newId(1_700_000_000_001)).toBe(true)
    expect(newId(1_700_000_000_000) < newId(4_000_000_000_000)).toBe(true)
  })

  it('is unique within one millisecond', () => {
    expect(new Set(Array.from({ length: 2_000 }, () => newId(1))).size).toBe(2_000)
  })
})
