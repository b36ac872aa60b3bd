import { ownValue } from '#lib/own-value.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { readFields } from '#lib/params/read-fields.ts'

/** Returns the kind of the first required field of several pictures that has no picture yet. */
export function findEmptyPictures(
  schema: ParamSchema,
  values: Readonly<Record<string, unknown>>,
): 'pictures' | 'views' | undefined {
  for (const { kind, name, required } of readFields(schema)) {
    const isAsked = required && (kind === 'pictures' || kind === 'views')
    if (isAsked && ownValue(values, name) === undefined) return kind
  }
  return undefined
}
