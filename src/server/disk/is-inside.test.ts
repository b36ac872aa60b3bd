import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isInside } from './is-inside.ts'

describe('isInside', () => {
  it.each([
    ['/data', '/data', true],
    ['/data/backups', '/data', true],
    ['/data/..x', '/data', true],
    ['/data-2', '/data', false],
    ['/', '/data', false],
  ])('returns for %s in %s whether it is inside', (inner, outer, expected) => {
    expect(isInside(inner, outer, path.posix)).toBe(expected)
  })

  it('accepts another drive as outside on Windows', () => {
    expect(isInside('D:\\backup', 'C:\\data', path.win32)).toBe(false)
    expect(isInside('C:\\data\\in', 'C:\\data', path.win32)).toBe(true)
  })
})
