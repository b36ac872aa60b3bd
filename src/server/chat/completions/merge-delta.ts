import { type Fields, isList, isRecord } from '#lib/fields.ts'
import { setOwn } from '#lib/own-value.ts'

/**
 * Merges one streamed delta into `whole` as OpenAI's clients do: strings and lists are appended,
 * objects are merged, other values are replaced.
 */
export function mergeDelta(whole: Fields, piece: Fields): void {
  for (const [name, value] of Object.entries(piece)) {
    // Setting `__proto__` would change the object's prototype.
    if (name === '__proto__') continue
    const before = Object.hasOwn(whole, name) ? whole[name] : undefined
    if (typeof before === 'string' && typeof value === 'string') setOwn(whole, name, before + value)
    else if (isList(before) && isList(value)) before.push(...value)
    else if (isRecord(before) && isRecord(value)) mergeDelta(before, value)
    // The service's object may be shared, so the value is cloned.
    else if (value !== null) setOwn(whole, name, structuredClone(value))
  }
}
