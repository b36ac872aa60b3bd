/** Limits of untrusted JSON, in addition to its size in bytes. */
export type JsonLimits = {
  depthMax: number
  valuesMax: number
  entriesMax: number
  /** Maximum total bytes of all field names, because each name has to be looked up and stored. */
  nameBytesMax: number
  /**
   * Maximum number of bytes outside of strings, because each of these bytes is scanned. Default:
   * unlimited.
   */
  bareBytesMax?: number
}

/**
 * Limits for requests and for responses of services. Checking this number of values does not block
 * the event loop for long.
 */
export const usualJsonLimits: JsonLimits = {
  depthMax: 64,
  valuesMax: 50_000,
  entriesMax: 10_000,
  nameBytesMax: 1024 * 1024,
}

/** Thrown if JSON exceeds a limit. The message contains the limit. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError'
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
/**
 * Number of bytes of a string that are scanned one by one. For longer strings, native search is
 * faster, despite its cost per call.
 */
const scannedBytes = 64

const longNames = (bytesMax: number) =>
  new JsonLimitError(`has names of more than ${shown(bytesMax)} characters in all`)

/**
 * Measures depth and number of values in the bytes of JSON without parsing. Does not check syntax.
 * @returns a function that takes the next piece.
 * @throws {JsonLimitError} as soon as a limit is exceeded.
 */
export function createJsonMeter({
  depthMax,
  valuesMax,
  entriesMax,
  nameBytesMax,
  bareBytesMax = Infinity,
}: JsonLimits): (piece: Uint8Array) => void {
  const entries: number[] = []
  let values = 0
  let nameBytes = 0
  let bareBytes = 0
  /** Length of the last string in bytes. If a colon follows, the string is a field name. */
  let stringBytes = 0
  let isInString = false
  let isEscaped = false

  /**
   * Skips the content of a string.
   * @returns the position to continue from: after the closing quote, at a quote that the caller
   * examines, or at the end of the piece.
   */
  function skipString(piece: Buffer, from: number): number {
    let at = from
    const scanEnd = Math.min(piece.length, from + scannedBytes)
    for (; at < scanEnd; at++) {
      const byte = piece[at]
      if (isEscaped) isEscaped = false
      else if (byte === backslash) isEscaped = true
      else if (byte === quote) {
        isInString = false
        return at + 1
      }
    }
    if (at === piece.length) return at
    const found = piece.indexOf(quote, at)
    const end = found === -1 ? piece.length : found
    let runStart = end
    while (runStart > at && piece[runStart - 1] === backslash) runStart--
    const isOdd = (end - runStart) % 2 === 1
    // Backslashes at the beginning of a piece continue the backslashes of the previous piece.
    isEscaped = runStart === at && isEscaped ? !isOdd : isOdd
    // The quote may be escaped, so the caller examines it.
    return end
  }

  return (bytes) => {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at < piece.length;) {
      if (isInString) {
        const end = skipString(piece, at)
        stringBytes += end - at
        at = end
        continue
      }
      const byte = piece[at++]
      if (++bareBytes > bareBytesMax) {
        throw new JsonLimitError(`has more than ${shown(bareBytesMax)} bytes besides its texts`)
      }
      if (byte === quote) {
        isInString = true
        stringBytes = 0
      } else if (byte === colon) {
        nameBytes += stringBytes
        stringBytes = 0
        if (nameBytes > nameBytesMax) throw longNames(nameBytesMax)
      } else if (byte === 0x7b || byte === 0x5b) {
        values++
        if (entries.push(1) > depthMax) {
          throw new JsonLimitError(`is nested more than ${depthMax} levels deep`)
        }
      } else if (byte === 0x7d || byte === 0x5d) entries.pop()
      else if (byte === comma) {
        values++
        const count = (entries.pop() ?? 0) + 1
        entries.push(count)
        if (count > entriesMax) {
          throw new JsonLimitError(
            `has a list or an object of more than ${shown(entriesMax)} entries`,
          )
        }
      }
      if (values > valuesMax) {
        throw new JsonLimitError(`holds more than ${shown(valuesMax)} values`)
      }
    }
  }
}

const shown = (count: number): string => count.toLocaleString('en')
