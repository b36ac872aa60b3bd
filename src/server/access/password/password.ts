import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * Parameters of scrypt. Memory is 128 · cost · blockSize bytes, used in `passes` sequential passes.
 */
export type PasswordCost = { cost: number; blockSize: number; passes: number }

/**
 * Parameters with which a hash takes 32 MiB and three passes. Source: OWASP's Password Storage
 * Cheat Sheet.
 */
export const defaultPasswordCost: PasswordCost = { cost: 2 ** 15, blockSize: 8, passes: 3 }

const saltBytes = 16
const keyBytes = 32
/** Maximum memory for checking a hash, in bytes. */
const memoryBytesMax = 256 * 1024 * 1024
const hashPattern = /^scrypt:(\d{1,7}):(\d{1,2}):(\d{1,2}):([\w-]{22}):([\w-]{43})$/

/**
 * Returns the salted scrypt hash (RFC 7914) of a password: `scrypt:cost:blockSize:passes:salt:key`.
 */
export async function hashPassword(
  password: string,
  cost: PasswordCost = defaultPasswordCost,
): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, cost)
  const numbers = `${cost.cost}:${cost.blockSize}:${cost.passes}`
  return `scrypt:${numbers}:${salt.toString('base64url')}:${key.toString('base64url')}`
}

/**
 * Returns whether `password` matches `hash`, in constant time.
 * @throws if `hash` was not made by `hashPassword`.
 */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, cost, blockSize, passes, salt, key] = hashPattern.exec(hash) ?? []
  if (salt === undefined || key === undefined) throw new Error('A stored password is damaged.')
  const numbers = { cost: Number(cost), blockSize: Number(blockSize), passes: Number(passes) }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), numbers)
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'))
}

const derive = (
  password: string,
  salt: Buffer,
  { cost, blockSize, passes }: PasswordCost,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: cost, r: blockSize, p: passes, maxmem: memoryBytesMax }
    // Keyboards encode the same letter differently, so the password is normalised.
    scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
