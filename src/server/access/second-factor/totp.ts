import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const digits = 6
/**
 * Number of codes before and after the current code that are accepted, because clocks differ and
 * typing takes time.
 */
const stepsAround = 1

/**
 * Returns the number of the 30-second step in which a time lies.
 * @param atMs Unix time in milliseconds.
 */
export const stepAt = (atMs: number): number => Math.floor(atMs / stepMs)

/**
 * Returns the code of a time step (RFC 6238). It uses SHA-1, six digits and 30 seconds, because all
 * authenticator apps assume these values.
 */
export function codeAt(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the time step of `code`: the current, previous or next step.
 * @param code six digits, compared in constant time.
 */
export function findTotpStep(
  code: string,
  { key, nowMs }: { key: Uint8Array; nowMs: number },
): number | undefined {
  const given = Buffer.from(code)
  let found: number | undefined
  for (let step = stepAt(nowMs) - stepsAround; step <= stepAt(nowMs) + stepsAround; step++) {
    const wanted = Buffer.from(codeAt(key, step))
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) found = step
  }
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes as base32 (RFC 4648) without padding, the format of authenticator keys. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let [left, bits] = [0, 0]
  for (const byte of bytes) {
    left = (left << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(left >> (bits - 5)) & 31]
    left &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet[(left << (5 - bits)) & 31]
}
