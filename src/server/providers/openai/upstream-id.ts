/**
 * The id that a service gave a request, for its support; `undefined` for what looks like no id, or
 * holds one of `secrets`: some services repeat in it what they were sent.
 */
export function upstreamIdOf(
  given: string | null | undefined,
  secrets: readonly string[],
): string | undefined {
  if (given === null || given === undefined || !/^[\w.:/+=-]{1,200}$/.test(given)) return undefined
  return secrets.some((secret) => given.includes(secret)) ? undefined : given
}
