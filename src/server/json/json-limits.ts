/** How large and how deep JSON from outside may be, whatever its bytes. */
export type JsonLimits = {
  /** Objects and lists inside one another. */
  depthMax: number
  /** Values in all, counted without their names. */
  valuesMax: number
  /** Entries of a single list or object. */
  entriesMax: number
  /** All names of fields together: each has to be looked up and kept, however long it is. */
  nameBytesMax: number
  /** Bytes outside of strings, each of which has to be looked at; any number unless it is given. */
  bareBytesMax?: number
}

/**
 * For requests and answers of services. Checking a value costs about a microsecond, and what does not
 * fit costs several, so this many are checked within the time that a request may hold the event loop.
 */
export const usualJsonLimits: JsonLimits = {
  depthMax: 64,
  valuesMax: 50_000,
  entriesMax: 10_000,
  nameBytesMax: 1024 * 1024,
}

/** JSON beyond the limits, with a sentence that says which one. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError'
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
/** After so many bytes of a string the rest of it is searched by native code, which has a cost per call. */
const scannedBytes = 64

const longNames = (bytesMax: number) =>
  new JsonLimitError(`has names of more than ${shown(bytesMax)} characters in all`)

/**
 * Counts depth and values in the bytes of JSON, without building anything. Whether it is valid JSON is
 * for the parser to say.
 *
 * @returns takes the next piece. @throws {JsonLimitError} as soon as a limit is passed.
 */
export function createJsonMeter({
  depthMax,
  valuesMax,
  entriesMax,
  nameBytesMax,
  bareBytesMax = Infinity,
}: JsonLimits): (piece: Uint8Array) => void {
  /** Of each list and object that is open. */
  const entries: number[] = []
  let values = 0
  let nameBytes = 0
  let bareBytes = 0
  /** Bytes of the string that came last, which is a name when a colon follows. */
  let stringBytes = 0
  let isInString = false
  /** The byte before was a backslash that counts. */
  let isEscaped = false

  /** @returns where the string goes on being something else: behind its closing quote, or the end. */
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
    // A run of backslashes from the very beginning continues what came before it.
    isEscaped = runStart === at && isEscaped ? !isOdd : isOdd
    // The quote itself, if there is one, is looked at next: it may be escaped.
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
