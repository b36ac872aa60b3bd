/**
 * Returns an own property whose name comes from an untrusted source. `record[name]` would also find
 * inherited properties such as `constructor`.
 */
export const ownValue = <T>(
  record: Readonly<Record<string, T>> | null | undefined,
  name: string,
): T | undefined => (record && Object.hasOwn(record, name) ? record[name] : undefined)

/**
 * Sets a property whose name comes from an untrusted source. Ignores `__proto__`, which would
 * replace the prototype.
 */
export function setOwn<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
  // oxlint-disable-next-line style/foreign-lookup -- the one name that does harm is left out.
  if (name !== '__proto__') record[name] = value
}

/** Returns whether `key` is an own key of `record`, for keys from an untrusted source. */
export const isOwnKey = <T extends object>(record: T, key: PropertyKey): key is keyof T =>
  Object.hasOwn(record, key)

/** Returns the names of an object's own properties with their type. */
export const listOwnKeys = <T extends object>(record: T): (keyof T & string)[] =>
  Object.keys(record).filter((key): key is keyof T & string => isOwnKey(record, key))

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Returns a copy without the properties whose value is undefined. */
export function dropUndefined<T extends object>(values: T): Defined<T> {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) setOwn(kept, key, value)
  return kept as Defined<T>
}
