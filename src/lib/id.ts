const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const timeLength = 9
const randomLength = 11

/** Pool of random bytes, because one system call per id would be slow. */
const pool = new Uint8Array(randomLength * 512)
let poolUsed = pool.length

/** Time part of the last id, reused for ids that are created in the same millisecond. */
let timeMs = Number.NaN
let timeText = ''

/**
 * Creates an id of 20 characters `[0-9a-z]`: nine from the clock, so that ids sort by age, and
 * eleven random characters (57 bits). Works without HTTPS, unlike `crypto.randomUUID`.
 * @param atMs Unix time in milliseconds, for tests.
 */
export function newId(atMs: number = Date.now()): string {
  if (atMs !== timeMs) {
    timeMs = atMs
    timeText = Math.floor(atMs).toString(36).padStart(timeLength, '0').slice(-timeLength)
  }
  if (poolUsed === pool.length) {
    crypto.getRandomValues(pool)
    poolUsed = 0
  }
  let id = timeText
  for (const end = poolUsed + randomLength; poolUsed < end; poolUsed++) {
    // 256 is not a multiple of 36, so the first four characters are 14 % more frequent. This bias
    // costs only 0.03 bits of randomness per character.
    id += alphabet[(pool[poolUsed] ?? 0) % alphabet.length]
  }
  return id
}
