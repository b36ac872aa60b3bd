/**
 * Returns the value of an untrusted name. `record[name]` would also find inherited properties such
 * as `constructor`. The lint rule `style/foreign-lookup` forbids it.
 */
export const ownValue = <T>(
  record: Readonly<Record<string, T>> | null | undefined,
  name: string,
): T | undefined => (record && Object.hasOwn(record, name) ? record[name] : undefined)

/**
 * Sets the value of an untrusted name. Ignores `__proto__`, whose assignment replaces the
 * prototype.
 */
export function setOwn<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
  // oxlint-disable-next-line style/foreign-lookup -- the one name that does harm is left out.
  if (name !== '__proto__') record[name] = value
}
