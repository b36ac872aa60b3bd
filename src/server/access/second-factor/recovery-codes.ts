import { randomBytes } from 'node:crypto'

export const recoveryCodeCount = 10

/** Alphabet without digits and letters that look like another digit or letter. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const groupCount = 6
const groupLength = 4

/** Creates a code of 120 random bits, such as `k7f3-m29q-xw4t-8hzp-2c6d-vn5r`. */
function makeRecoveryCode(): string {
  // 256 is a multiple of 32, so each letter is equally likely.
  const letters = [...randomBytes(groupCount * groupLength)].map((byte) => alphabet[byte % 32])
  return Array.from({ length: groupCount }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}

export const makeRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, makeRecoveryCode)

/** Normalises a typed code: case, dashes and the letters O, I and L. */
export const plainRecoveryCode = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
