import { isRecord, type Fields } from '#lib/fields.ts'
import { HttpError } from '../../../errors/http-error.ts'

/** Stores responses that clients read and continue by id. */
export type ResponseStore = {
  /**
   * Stores a response for an hour, within the size limits.
   * @param owner id of the key. No other key can read or continue the response.
   */
  keep: (owner: string, response: KeptResponse) => void
  hasRoomFor: (items: readonly Fields[]) => boolean
  read: (owner: string, id: string) => string
  remove: (owner: string, id: string) => void
  /**
   * Returns the conversation before a request that continues a response: all earlier items, and the
   * items to which the request refers by id.
   * @throws {HttpError} `bad_request` for ids that are unknown, expired or of another owner.
   */
  resolve: (
    owner: string,
    previousId: string | null | undefined,
    items: readonly Fields[],
  ) => Fields[]
}

type KeptResponse = {
  id: string
  previousId: string | null
  input: readonly Fields[]
  output: readonly Fields[]
  json: string
}

type Entry = KeptResponse & { owner: string; length: number; expiresMs: number }

export type StoreBounds = {
  keptMs: number
  /** Maximum length of all stored responses together, as JSON in UTF-16 units. */
  lengthMax: number
  /** Maximum length of one owner's responses together, as JSON in UTF-16 units. */
  ownerLengthMax: number
  /** Maximum length of one response, as JSON in UTF-16 units. */
  responseLengthMax: number
  chainMax: number
}

const usualBounds: StoreBounds = {
  keptMs: 60 * 60_000,
  lengthMax: 64 * 1024 * 1024,
  ownerLengthMax: 16 * 1024 * 1024,
  responseLengthMax: 4 * 1024 * 1024,
  chainMax: 500,
}
/** Estimated size of an entry without its items, in UTF-16 units. */
const entryLength = 1_000

/** Creates a store in memory, so that responses are not written to disk. */
export function createResponseStore({
  bounds = usualBounds,
  now = Date.now,
}: { bounds?: StoreBounds; now?: () => number } = {}): ResponseStore {
  const entries = new Map<string, Entry>()
  const byItem = new Map<string, { entry: Entry; item: Fields }>()
  const lengths = new Map<string, number>()
  let length = 0

  const count = (owner: string, more: number) => {
    length += more
    const sum = (lengths.get(owner) ?? 0) + more
    if (sum > 0) lengths.set(owner, sum)
    else lengths.delete(owner)
  }
  const drop = (entry: Entry) => {
    if (!entries.delete(entry.id)) return
    count(entry.owner, -entry.length)
    for (const { id } of entry.output) {
      if (byItem.get(String(id))?.entry === entry) byItem.delete(String(id))
    }
  }
  const dropExpired = () => {
    for (const entry of entries.values()) {
      if (entry.expiresMs > now()) return
      drop(entry)
    }
  }
  const dropOldest = (isOver: () => boolean, owner?: string) => {
    for (const entry of entries.values()) {
      if (!isOver()) return
      if (owner === undefined || entry.owner === owner) drop(entry)
    }
  }

  const find = (owner: string, id: string): Entry => {
    dropExpired()
    const entry = entries.get(id)
    if (!entry || entry.owner !== owner) throw notStored(id)
    return entry
  }

  return {
    read: (owner, id) => find(owner, id).json,
    remove: (owner, id) => drop(find(owner, id)),
    hasRoomFor: (items) => getLength(items) < bounds.responseLengthMax,
    keep(owner, response) {
      dropExpired()
      const items = getLength(response.input) + getLength(response.output)
      const own = items + response.json.length + entryLength
      if (own > bounds.responseLengthMax) return
      const entry: Entry = { ...response, owner, length: own, expiresMs: now() + bounds.keptMs }
      entries.set(entry.id, entry)
      count(owner, own)
      for (const item of entry.output) byItem.set(String(item['id']), { entry, item })
      dropOldest(() => (lengths.get(owner) ?? 0) > bounds.ownerLengthMax, owner)
      dropOldest(() => length > bounds.lengthMax)
    },
    resolve(owner, previousId, items) {
      dropExpired()
      const before: Fields[][] = []
      let id = previousId ?? null
      for (let depth = 0; id !== null; depth++) {
        const entry = entries.get(id)
        if (!entry || entry.owner !== owner || depth >= bounds.chainMax)
          throw noResponse(previousId)
        before.unshift([...entry.input, ...entry.output])
        id = entry.previousId
      }
      const referred = items.map((item) => {
        if (item['type'] !== 'item_reference') return item
        const kept = byItem.get(String(item['id']))
        if (!kept || kept.entry.owner !== owner) throw noItem(item['id'])
        return kept.item
      })
      return [...before.flat(), ...referred]
    },
  }
}

const getLength = (items: readonly Fields[]): number =>
  items.reduce((sum, item) => sum + getSize(item), 0)

/**
 * Estimates the length of a value's JSON, which is faster than serializing. The result is never
 * below the length of the texts in the value.
 */
function getSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + getSize(one) + 8, 8)
  if (!isRecord(value)) return 8
  return Object.entries(value).reduce((sum, [name, one]) => sum + name.length + getSize(one) + 8, 8)
}

export const responseIdPrefix = 'resp_bz'

function notStored(id: string): HttpError {
  const reason = id.startsWith(responseIdPrefix)
    ? 'Responses are kept for an hour, for the key that created them, unless store is false or the server was restarted.'
    : 'It was created by the service of its model: only responses that this server translated can be read here.'
  return new HttpError('not_found', `Response with id '${id.slice(0, 200)}' not found. ${reason}`)
}

const noResponse = (id: unknown) =>
  refused(
    'previous_response_id',
    'previous_response_not_found',
    `Previous response with id '${String(id).slice(0, 200)}' not found. Responses are kept for an hour unless store is false. Send the whole conversation instead.`,
  )

const noItem = (id: unknown) =>
  refused(
    'input',
    'item_not_found',
    `Item with id '${String(id).slice(0, 200)}' not found. Items are kept for an hour unless store is false. Send the item itself instead.`,
  )

const refused = (param: string, code: string, message: string) =>
  new HttpError('bad_request', message, {
    upstream: { status: 400, code, param, type: 'invalid_request_error', message },
  })
