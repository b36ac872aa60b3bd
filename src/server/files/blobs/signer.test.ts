import { describe, expect, it } from 'vitest'
import { createSigner } from './signer.ts'

const now = 1_770_000_000
const signer = createSigner('a secret of ours', () => now * 1000)
const expires = now + 60
const issuer = 'a key'
const signature = signer.sign({ name: 'model.glb', expires, issuer })

describe('createSigner', () => {
  it('accepts a signature that it created', () => {
    expect(signer.isValid({ name: 'model.glb', expires, issuer }, signature)).toBe(true)
  })

  it.each([
    ['another name', 'other.glb', expires, signature],
    ['another time', 'model.glb', expires + 1, signature],
    ['a broken signature', 'model.glb', expires, signature.slice(1)],
    ['no signature', 'model.glb', expires, ''],
    ['no time', 'model.glb', Number.NaN, signature],
  ])('refuses a URL with %s', (_case, name, time, given) => {
    expect(signer.isValid({ name, expires: time, issuer }, given)).toBe(false)
  })

  it('refuses an expired URL', () => {
    const old = { name: 'model.glb', expires: now, issuer }
    expect(signer.isValid(old, signer.sign(old))).toBe(false)
  })

  it('refuses a URL that was signed for another API key', () => {
    expect(signer.isValid({ name: 'model.glb', expires, issuer: 'other' }, signature)).toBe(false)
  })

  it('refuses signatures of another secret', () => {
    const other = createSigner('another secret', () => now * 1000)
    expect(other.isValid({ name: 'model.glb', expires, issuer }, signature)).toBe(false)
  })
})
