import { describe, expect, it } from 'vitest'
import { sayFailure } from './use-webcam.ts'

describe('sayFailure', () => {
  it.each([
    ['NotAllowedError', /Allow it in the address bar/],
    ['NotFoundError', /No camera found/],
    ['NotReadableError', /in use elsewhere/],
    ['SecurityError', /HTTPS/],
    ['TypeError', /Choose a file instead/],
  ])('says what to do about %s', (name, sentence) => {
    expect(sayFailure(new DOMException('', name))).toMatch(sentence)
  })
})
