import { firstFree } from '#lib/first-free.ts'
import { createIdFromName } from '#lib/id-from-name.ts'
import type { ConnectionEntry } from './connection-entry.ts'

/** Ids of built-in models and of aliases begin with these words. */
const reserved = ['local', 'bozzetto', 'models', 'tasks', 'alias']
const lengthMax = 36

export const isReserved = (id: string): boolean => reserved.includes(id)

/**
 * Derives an unused id from a name: `OpenAI (work)` becomes `openai-work`.
 * @param fallback id for a name without letters from a to z.
 */
export function freeId(name: string, taken: readonly ConnectionEntry[], fallback: string): string {
  const used = new Set([...reserved, ...taken.map(({ id }) => id)])
  return createIdFromName(name, { taken: used, fallback, lengthMax })
}

/** Returns an unused name: `OpenAI`, or `OpenAI 2` if `OpenAI` is taken. */
export function toFreeConnectionName(name: string, taken: readonly ConnectionEntry[]): string {
  const used = new Set(taken.map((entry) => entry.name))
  return firstFree((number) => (number === 1 ? name : `${name} ${number}`), used)
}
