import { expect, it } from 'vitest'
import { sealAsFirst } from './seal.fixture.ts'
import { createSeal } from './seal.ts'

const plain = Buffer.from('12345678901234567890')
const seal = createSeal('a secret of ours', 'a label')

it('createSeal decrypts what it encrypted, and each ciphertext is different', () => {
  const [one, two] = [seal.close(plain, 'here'), seal.close(plain, 'here')]
  expect(one).not.toBe(two)
  expect(seal.open(one, 'here')).toEqual(plain)
  expect(createSeal('a secret of ours', 'a label').open(two, 'here')).toEqual(plain)
  expect(Buffer.from(one.slice(3), 'base64url').includes(plain)).toBe(false)
})

it('createSeal rejects another secret, label or place, and changed text', () => {
  const sealed = seal.close(plain, 'here')
  expect(createSeal('another secret!!', 'a label').open(sealed, 'here')).toBeUndefined()
  expect(createSeal('a secret of ours', 'another').open(sealed, 'here')).toBeUndefined()
  expect(seal.open(sealed, 'there')).toBeUndefined()
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(seal.open(`v2.${changed.toString('base64url')}`, 'here')).toBeUndefined()
    expect(seal.open(`v2.${bytes.subarray(0, at).toString('base64url')}`, 'here')).toBeUndefined()
  }
  for (const odd of ['', 'v1.', 'v2.', 'v2.x', 'v3.x', plain.toString('base64url')]) {
    expect(seal.open(odd, 'here')).toBeUndefined()
  }
})

it('createSeal decrypts text of the first version, and rejects text with a changed version', () => {
  const sealed = seal.close(plain, 'here')
  const first = sealAsFirst({ secret: 'a secret of ours', label: 'a label' }, plain, 'here')
  expect(seal.open(first, 'here')).toEqual(plain)
  expect(seal.open(first, 'there')).toBeUndefined()
  expect(sealed).toMatch(/^v2\./)
  expect(seal.open(sealed.replace('v2.', 'v1.'), 'here')).toBeUndefined()
  expect(seal.open(first.replace('v1.', 'v2.'), 'here')).toBeUndefined()
})
