import { describe, expect, it } from 'vitest'
import { ownValue, setOwn } from './own-value.ts'

const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

describe('ownValue', () => {
  it('returns the value of a name that the record has', () => {
    expect(ownValue({ a: 1 }, 'a')).toBe(1)
    expect(ownValue(JSON.parse('{"constructor":2}') as Record<string, number>, 'constructor')).toBe(
      2,
    )
  })

  it.each(inherited)('returns undefined for %s, which every object inherits', (name) => {
    expect(ownValue({ a: 1 }, name)).toBeUndefined()
  })

  it('returns undefined without a record', () => {
    expect(ownValue(undefined, 'a')).toBeUndefined()
    expect(ownValue(null, 'a')).toBeUndefined()
  })
})

describe('setOwn', () => {
  it('never replaces the prototype', () => {
    const record: Record<string, unknown> = {}
    for (const name of inherited) setOwn(record, name, { isAdmin: true })
    expect(record['isAdmin']).toBeUndefined()
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
    expect(Object.keys(record)).not.toContain('__proto__')
  })
})
