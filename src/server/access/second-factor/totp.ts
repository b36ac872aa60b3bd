import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const digits = 6
/** Phones are a little early or late, and people type. */
const stepsAround = 1

/** The step of 30 seconds that a moment lies in. @param atMs milliseconds since 1970. */
export const stepAt = (atMs: number): number => Math.floor(atMs / stepMs)

/**
 * The code of a step: RFC 6238 with SHA-1, six digits and 30 seconds, which is what every authenticator app
 * assumes, whatever else the address of the key says.
 *
 * These lines rather than a library: the arithmetic is all that one would bring, on a SHA-1 of its own, while
 * what attacks aim at (each code once, compared at one speed, bounded in number) is ours either way.
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
 * The step that `code` is of: this one, the one before or the one after.
 *
 * @param code six digits. All steps are compared, each at one speed.
 */
export function stepOf(
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

/** Base32 of RFC 4648 without padding: how authenticator apps take a key. */
export function base32Of(bytes: Uint8Array): string {
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
