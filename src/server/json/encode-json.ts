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
  // One after the other, so that of a list of thousands no more is touched than is needed.
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
