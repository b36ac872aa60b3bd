/** Counting stops after this number of invalid bytes if most of the text is invalid. */
const invalidMax = 1_000

/**
 * Counts the invalid bytes and the valid UTF-8 characters outside ASCII. Longer characters weigh
 * more, because they are unlikely in other encodings.
 */
export function countUtf8(bytes: Uint8Array): { units: number; invalid: number } {
  let units = 0
  let invalid = 0
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0
    if (first < 0x80) {
      at++
      continue
    }
    const length = lengthAfter(first)
    const isCut = at + length > bytes.length
    if (length > 1 && isContinued(bytes, at, Math.min(length, bytes.length - at))) {
      if (isCut && units > 0) break
      if (!isCut) {
        units += 2 * length - 3
        at += length
        continue
      }
    }
    invalid++
    at++
    if (invalid > invalidMax && units < invalid) break
  }
  return { units, invalid }
}

/**
 * Returns the length in bytes of a UTF-8 character that starts with the byte `first`, or 0 if no
 * character does.
 */
function lengthAfter(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

function isContinued(bytes: Uint8Array, at: number, length: number): boolean {
  for (let next = 1; next < length; next++) {
    if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return false
  }
  if (length < 2) return true
  const second = bytes[at + 1] ?? 0
  // UTF-8 forbids overlong forms (0xe0, 0xf0), surrogates (0xed), and codes above U+10FFFF (0xf4).
  switch (bytes[at] ?? 0) {
    case 0xe0:
      return second >= 0xa0
    case 0xed:
      return second < 0xa0
    case 0xf0:
      return second >= 0x90
    case 0xf4:
      return second < 0x90
    default:
      return true
  }
}
