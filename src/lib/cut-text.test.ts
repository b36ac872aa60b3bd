import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it('cutText does not split surrogate pairs', () => {
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abcd', 3)).toBe('abc')
  expect(cutText('ab😀', 3)).toBe('ab')
  expect(cutText('ab😀', 4)).toBe('ab😀')
  expect(cutText('😀', 0)).toBe('')
})
