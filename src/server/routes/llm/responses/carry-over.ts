import { isRecord, type Fields } from '#lib/fields.ts'

/**
 * Fields of an answer that the service requires in the next request. The client receives them as
 * the `encrypted_content` of a reasoning item and sends them back unchanged.
 */
export type CarryOver = {
  /** The connection that created the fields. No other connection gets the fields back. */
  provider: string
  message: Fields
  calls: Record<string, Fields>
}

const prefix = 'bz1.'
/** Maximum length of the encoded fields in UTF-16 units. Longer values are omitted. */
const lengthMax = 2 * 1024 * 1024

export function packCarryOver(carried: CarryOver): string | undefined {
  const isEmpty =
    Object.keys(carried.message).length === 0 && Object.keys(carried.calls).length === 0
  if (isEmpty) return undefined
  const packed = prefix + Buffer.from(JSON.stringify(carried)).toString('base64url')
  return packed.length > lengthMax ? undefined : packed
}

/**
 * Returns the fields that the client has sent back, or `undefined` if another program created the
 * content, or if the fields belong to another connection.
 */
export function unpackCarryOver(packed: unknown, provider: string): CarryOver | undefined {
  if (typeof packed !== 'string' || !packed.startsWith(prefix)) return undefined
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(packed.slice(prefix.length), 'base64url').toString())
  } catch {
    return undefined
  }
  if (!isRecord(read) || read['provider'] !== provider) return undefined
  const { message, calls } = read
  if (!isRecord(message) || !isRecord(calls)) return undefined
  const kept = Object.entries(calls).filter(
    (entry): entry is [string, Fields] => entry[0] !== '__proto__' && isRecord(entry[1]),
  )
  return { provider, message, calls: Object.fromEntries(kept) }
}
