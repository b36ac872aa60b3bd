const prefix = 'waiting-picture:'

/** Returns the address of a picture that waits in this browser until the server can be reached. */
export const toWaitingUrl = (id: string): string => `${prefix}${id}`

/** Returns the id of a picture that waits in this browser. Undefined for other addresses. */
export const findWaitingId = (url: string | undefined): string | undefined =>
  url?.startsWith(prefix) === true ? url.slice(prefix.length) : undefined

/** Returns the ids of all waiting pictures whose addresses are in a value, such as params. */
export function listWaitingIds(value: unknown): Set<string> {
  const found = JSON.stringify(value ?? null).matchAll(/"waiting-picture:(\w+)"/g)
  return new Set([...found].flatMap(([, id]) => id ?? []))
}
