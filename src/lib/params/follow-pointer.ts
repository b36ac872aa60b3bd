import { isRecord } from '../fields.ts'

/**
 * Returns the part of a document to which a JSON pointer such as `#/$defs/size` points. Returns
 * `undefined` if the part is missing.
 */
export function followPointer(document: unknown, pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined
  let value = document
  for (const step of pointer.slice(2).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}
