/**
 * Returns the request id that a service sent, or `undefined` for an invalid id. An id must not
 * contain one of `secrets`, because some services echo request data.
 */
export function parseUpstreamId(
  given: string | null | undefined,
  secrets: readonly string[],
): string | undefined {
  if (given === null || given === undefined || !/^[\w.:/+=-]{1,200}$/.test(given)) return undefined
  return secrets.some((secret) => given.includes(secret)) ? undefined : given
}
