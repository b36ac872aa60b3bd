import { createYield } from '../process/yield-loop.ts'

/** Text of this length, in UTF-16 units, is encoded within a few milliseconds. */
export const pieceLength = 128 * 1024

/**
 * `value` as JSON in UTF-8, in pieces, without holding up the event loop; a string of 30 MB alone would do
 * so for a tenth of a second. What `JSON.stringify` makes of it in one go comes out as well.
 *
 * @param value anything that came from JSON; nothing in it has a `toJSON`.
 */
export async function encodeJson(value: unknown): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for await (const piece of jsonPieces(value)) pieces.push(piece)
  return pieces
}

/** The same, each piece when it is asked for. */
export async function* jsonPieces(value: unknown): AsyncGenerator<Buffer> {
  if (!isJsonLongerThan(pieceLength, value)) {
    yield Buffer.from(JSON.stringify(value) ?? 'null')
    return
  }
  const yieldLoop = createYield()
  let text = ''
  for (const part of partsOf(value)) {
    text += part
    if (text.length < pieceLength) continue
    yield Buffer.from(text)
    text = ''
    await yieldLoop()
  }
  yield Buffer.from(text)
}

/** Whether the JSON of `value` certainly has more than `length` characters; looks no further than that. */
export function isJsonLongerThan(length: number, value: unknown): boolean {
  const open: unknown[] = [value]
  let counted = 0
  while (open.length > 0 && counted <= length) {
    const part = open.pop()
    counted++
    if (typeof part === 'string') counted += part.length
    else if (Array.isArray(part)) {
      // Each entry takes a comma at least; a long list need not be gone through.
      if (part.length > length) return true
      for (const entry of part as unknown[]) open.push(entry)
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, entry] of Object.entries(part)) {
        counted += name.length
        open.push(entry)
      }
    }
  }
  return counted > length
}

function* partsOf(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > pieceLength) {
    yield '"'
    // Half a surrogate pair at an edge is written as an escape, which means the same.
    for (let at = 0; at < value.length; at += pieceLength) {
      yield JSON.stringify(value.slice(at, at + pieceLength)).slice(1, -1)
    }
    yield '"'
  } else if (Array.isArray(value)) {
    yield '['
    for (const [at, entry] of value.entries()) {
      if (at > 0) yield ','
      yield* partsOf(entry)
    }
    yield ']'
  } else if (typeof value === 'object' && value !== null) {
    let isFirst = true
    yield '{'
    for (const [name, entry] of Object.entries(value)) {
      if (entry === undefined) continue
      yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`
      isFirst = false
      yield* partsOf(entry)
    }
    yield '}'
  } else yield JSON.stringify(value) ?? 'null'
}
