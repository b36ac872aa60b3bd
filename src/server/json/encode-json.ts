import { createYield } from '../process/yield-loop.ts'

/**
 * Length of a piece in UTF-16 units. A text of this length is encoded in a few milliseconds,
 * without a pause.
 */
export const pieceLength = 128 * 1024

/**
 * Encodes `value` as JSON in UTF-8, in pieces, without blocking the event loop.
 * @param value JSON-compatible, without objects that have a `toJSON`.
 */
export async function encodeJson(value: unknown): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for await (const piece of jsonPieces(value)) pieces.push(piece)
  return pieces
}

/** Yields the same pieces as `encodeJson`, on demand. */
export async function* jsonPieces(value: unknown): AsyncGenerator<Buffer> {
  if (!isJsonLongerThan(pieceLength, value)) {
    yield Buffer.from(JSON.stringify(value) ?? 'null')
    return
  }
  const yieldLoop = createYield()
  let text = ''
  for (const part of getParts(value)) {
    text += part
    if (text.length < pieceLength) continue
    yield Buffer.from(text)
    text = ''
    await yieldLoop()
  }
  yield Buffer.from(text)
}

/**
 * Returns whether the JSON of `value` has more than `length` characters. Stops as soon as the
 * result is certain.
 */
export function isJsonLongerThan(length: number, value: unknown): boolean {
  // A stack of iterators instead of copies, so that long lists are visited only as far as
  // necessary.
  const open: Iterator<unknown>[] = [[value].values()]
  let counted = 0
  for (let last = open.at(-1); last && counted <= length; last = open.at(-1)) {
    const { done, value: part } = last.next()
    if (done) {
      open.pop()
      continue
    }
    counted++
    if (typeof part === 'string') counted += part.length
    else if (Array.isArray(part)) open.push(part.values())
    else if (typeof part === 'object' && part !== null) {
      for (const name of Object.keys(part)) counted += name.length
      open.push(Object.values(part).values())
    }
  }
  return counted > length
}

function* getParts(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > pieceLength) {
    yield '"'
    // A split surrogate pair becomes two escapes, which JSON parsers read like the unsplit pair.
    for (let at = 0; at < value.length; at += pieceLength) {
      yield JSON.stringify(value.slice(at, at + pieceLength)).slice(1, -1)
    }
    yield '"'
  } else if (Array.isArray(value)) {
    yield '['
    for (const [at, entry] of value.entries()) {
      if (at > 0) yield ','
      yield* getParts(entry)
    }
    yield ']'
  } else if (typeof value === 'object' && value !== null) {
    let isFirst = true
    yield '{'
    for (const [name, entry] of Object.entries(value)) {
      if (entry === undefined) continue
      yield `${isFirst ? '' : ','}${JSON.stringify(name)}:`
      isFirst = false
      yield* getParts(entry)
    }
    yield '}'
  } else yield JSON.stringify(value) ?? 'null'
}
