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
