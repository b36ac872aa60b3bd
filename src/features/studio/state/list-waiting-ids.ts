import { waitingPrefix } from './waiting-url.ts'

const waitingUrl = new RegExp(String.raw`"${waitingPrefix}(\w+)"`, 'g')

/** Returns the ids of all waiting pictures whose addresses are in a value, such as params. */
export function listWaitingIds(value: unknown): Set<string> {
  const found = JSON.stringify(value ?? null).matchAll(waitingUrl)
  return new Set([...found].flatMap(([, id]) => id ?? []))
}
