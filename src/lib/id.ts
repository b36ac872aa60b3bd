const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const timeLength = 9
const randomLength = 11

/** Pool of random bytes, because a system call for each id would be slow. */
const pool = new Uint8Array(randomLength * 512)
let poolUsed = pool.length

/** Time part of the last id, because several ids are created per millisecond. */
let timeMs = Number.NaN
let timeText = ''

/**
 * Creates an id of 20 characters `[0-9a-z]`: nine from the clock, so that ids sort by age, and
 * eleven random ones (57 bits). Also works without HTTPS, where `crypto.randomUUID` does not exist.
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
    // 256 is not a multiple of 36, so the first four characters are 14 % more frequent. This costs
    // only 0.03 bits of randomness per character.
    id += alphabet[(pool[poolUsed] ?? 0) % alphabet.length]
  }
  return id
}
