/** `text` as Postgres can hold it: U+0000 and halves of surrogate pairs become U+FFFD. */
export const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

/**
 * `value` as JSON that `jsonb` takes: in every string and every name U+0000 and halves of surrogate
 * pairs become U+FFFD.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  // `JSON.stringify` escapes exactly these signs; a text that merely looks so begins with two backslashes.
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json
  return json.replace(/\\(u0000|ud[89a-f]..|.)/g, (escaped, sign: string) =>
    sign.length > 1 ? '\uFFFD' : escaped,
  )
}

/** A copy of `value` as `jsonb` gives it back. */
export const storedJson = <T>(value: T): T => JSON.parse(storableJson(value)) as T
