import { codeAt, stepAt } from './totp.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Returns the code that an authenticator app shows.
 * @param key in base32, as typed into the app.
 */
export function codeShownBy(key: string, nowMs: number): string {
  const bits = Array.from(key.replaceAll(/\s/g, ''))
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeAt(Uint8Array.from(bytes), stepAt(nowMs))
}
