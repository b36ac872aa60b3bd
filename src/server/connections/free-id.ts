import { firstFree } from '#lib/first-free.ts'
import { idOfName } from '#lib/id-of-name.ts'
import type { ConnectionEntry } from './connection-entry.ts'

/** First parts of ids that are not a connection's: of what is built in, and of what stands for others. */
const reserved = ['local', 'bozzetto', 'models', 'tasks', 'alias']
const lengthMax = 36

/** Whether no connection may have this id. */
export const isReserved = (id: string): boolean => reserved.includes(id)

/**
 * An id that no connection has, made of a name: `OpenAI (work)` is `openai-work`. It stays when the
 * connection is renamed, because conversations and recipes name it.
 *
 * @param fallback for a name without a letter of a to z.
 */
export function freeId(name: string, taken: readonly ConnectionEntry[], fallback: string): string {
  const used = new Set([...reserved, ...taken.map(({ id }) => id)])
  return idOfName(name, { taken: used, fallback, lengthMax })
}

/** `OpenAI`, or `OpenAI 2` where there is one already. */
export function freeName(name: string, taken: readonly ConnectionEntry[]): string {
  const used = new Set(taken.map((entry) => entry.name))
  return firstFree((number) => (number === 1 ? name : `${name} ${number}`), used)
}
