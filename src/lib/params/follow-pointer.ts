import { isRecord } from '../fields.ts'

/** What a JSON pointer such as `#/$defs/size` leads to; `undefined` if nothing is there, or if it leads elsewhere. */
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
