import { describe, expect, it } from 'vitest'
import { createMaskCache, type KeptMask } from './mask-cache.ts'

const mask = (sizeBytes: number): KeptMask => ({
  png: new Uint8Array(sizeBytes),
  source: 'backdrop',
  confidence: 1,
  missing: [],
  widthPx: 10,
  heightPx: 10,
})

describe('createMaskCache', () => {
  it('drops the least recently used masks when there are too many', () => {
    const cache = createMaskCache({ countMax: 2 })
    cache.put('a', mask(1))
    cache.put('b', mask(1))
    cache.get('a')
    cache.put('c', mask(1))
    expect(cache.get('a')).toBeDefined()
    expect(cache.get('b')).toBeUndefined()
    expect(cache.get('c')).toBeDefined()
  })

  it('limits the bytes of the cache, and ignores masks that are too large', () => {
    const cache = createMaskCache({ sizeBytesMax: 100 })
    cache.put('a', mask(60))
    cache.put('a', mask(60))
    expect(cache.get('a')).toBeDefined()
    cache.put('b', mask(50))
    expect(cache.get('a')).toBeUndefined()
    cache.put('c', mask(101))
    expect(cache.get('c')).toBeUndefined()
    expect(cache.get('b')).toBeDefined()
  })
})
