/** Replaces U+0000 and lone surrogates by U+FFFD, because Postgres cannot store them. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

/**
 * Serializes `value` as JSON that `jsonb` accepts: U+0000 and lone surrogates in strings and names
 * become U+FFFD.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  // `JSON.stringify` escapes exactly these characters. A text that only looks like an escape starts
  // with two backslashes.
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json
  return json.replace(/\\(u0000|ud[89a-f]..|.)/g, (escaped, sign: string) =>
    sign.length > 1 ? '\uFFFD' : escaped,
  )
}

/** Returns a copy of `value` as `jsonb` would return it. */
export const storedJson = <T>(value: T): T => JSON.parse(storableJson(value)) as T
