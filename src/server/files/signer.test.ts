import { describe, expect, it } from 'vitest'
import { createSigner } from './signer.ts'

const now = 1_770_000_000
const signer = createSigner('a secret of ours', () => now * 1000)
const expires = now + 60
const signature = signer.sign('model.glb', expires)

describe('createSigner', () => {
  it('knows its own signature again', () => {
    expect(signer.isValid('model.glb', expires, signature)).toBe(true)
  })

  it.each([
    ['another name', 'other.glb', expires, signature],
    ['another time', 'model.glb', expires + 1, signature],
    ['a broken signature', 'model.glb', expires, signature.slice(1)],
    ['no signature', 'model.glb', expires, ''],
    ['no time', 'model.glb', Number.NaN, signature],
  ])('refuses %s', (_case, name, time, given) => {
    expect(signer.isValid(name, time, given)).toBe(false)
  })

  it('refuses an address whose time is over', () => {
    expect(signer.isValid('model.glb', now, signer.sign('model.glb', now))).toBe(false)
  })

  it('refuses what another secret signed', () => {
    const other = createSigner('another secret', () => now * 1000)
    expect(other.isValid('model.glb', expires, signature)).toBe(false)
  })
})
