import { describe, expect, it } from 'vitest'
import { describeCameraFailure } from './use-webcam.ts'

describe('describeCameraFailure', () => {
  it.each([
    ['NotAllowedError', /Allow it in the address bar/],
    ['NotFoundError', /No camera found/],
    ['NotReadableError', /in use elsewhere/],
    ['SecurityError', /HTTPS/],
    ['TypeError', /Choose a file instead/],
  ])('explains what to do about %s', (name, sentence) => {
    expect(describeCameraFailure(new DOMException('', name))).toMatch(sentence)
  })
})
