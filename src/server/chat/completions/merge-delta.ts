import { isRecord, type Fields } from '#lib/fields.ts'
import { setOwn } from '#lib/own-value.ts'

/**
 * Adds one streamed piece to what came before, as OpenAI's clients do: texts and lists grow, objects
 * are merged, anything else is replaced. `whole` is changed.
 */
export function mergeDelta(whole: Fields, piece: Fields): void {
  for (const [name, value] of Object.entries(piece)) {
    // Would change what the object is, not what it holds.
    if (name === '__proto__') continue
    const before = Object.hasOwn(whole, name) ? whole[name] : undefined
    if (typeof before === 'string' && typeof value === 'string') setOwn(whole, name, before + value)
    else if (Array.isArray(before) && Array.isArray(value)) before.push(...(value as unknown[]))
    else if (isRecord(before) && isRecord(value)) mergeDelta(before, value)
    // A copy: what the service sent may be kept by others.
    else if (value !== null) setOwn(whole, name, structuredClone(value))
  }
}
