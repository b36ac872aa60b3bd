/**
 * Returns the value under a name that somebody else chose. Plain `record[name]` also finds what every object inherits,
 * such as `constructor`; the lint rule `style/foreign-lookup` refuses it.
 */
export const ownValue = <T>(
  record: Readonly<Record<string, T>> | null | undefined,
  name: string,
): T | undefined => (record && Object.hasOwn(record, name) ? record[name] : undefined)

/** Sets a value under a name that somebody else chose. `__proto__` is left out: assigning it replaces the prototype. */
export function setOwn<T>(record: Record<string, T>, name: string, value: NoInfer<T>): void {
  // oxlint-disable-next-line style/foreign-lookup -- the one name that does harm is left out.
  if (name !== '__proto__') record[name] = value
}
