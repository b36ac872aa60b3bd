import { expect, it } from 'vitest'
import { isWeakPassword } from './password-strength.ts'

it.each([
  'password123',
  'Passw0rd2024',
  'qwertyuiop',
  'qwertyuiop123456',
  '1234567890',
  'iloveyou123',
  'letmein12345',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'bozzetto12345',
  'change this password',
  'x'.repeat(200),
])('isWeakPassword refuses %j', async (password) => {
  expect(await isWeakPassword(password)).toBe(true)
})

it.each(['correct horse battery', 'a few words of yours', 'tR7#vq9!Lm2x', 'päron och äpplen 7'])(
  'isWeakPassword accepts %j',
  async (password) => {
    expect(await isWeakPassword(password)).toBe(false)
  },
)
