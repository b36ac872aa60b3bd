import type { z } from 'zod'
import { asRecord, isList } from '#lib/fields.ts'
import type { JsonPath, PlacedJson } from './json-places.ts'
import { ownValue } from '#lib/own-value.ts'

/** An error in a hand-written file. `line` starts at 1. */
export type FileFault = { line: number; message: string }

/**
 * Describes the first validation error in a sentence, with its line.
 * @param knownAt returns the valid names of an object.
 */
export function firstFault(
  error: z.core.$ZodError,
  { value, lineOf }: PlacedJson,
  knownAt: (path: JsonPath) => readonly string[],
): FileFault {
  const [issue] = error.issues
  const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? '' : part))
  const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  const line = lineOf([...path, ...extra])
  if (issue?.code === 'unrecognized_keys') {
    const known = knownAt(path).join(', ')
    return { line, message: `“${issue.keys[0]}” is not known here. Known: ${known}.` }
  }
  return { line, message: describeIssue(issue, path, value) }
}

function describeIssue(
  issue: z.core.$ZodIssue | undefined,
  path: JsonPath,
  value: unknown,
): string {
  const name = path.length === 0 ? 'The file' : path.join('.')
  if (issue && valueAt(value, path) === undefined) return `${name} is missing.`
  if (issue?.code === 'invalid_value') {
    const values = issue.values.map((one) => JSON.stringify(one))
    return `${name} must be ${values.join(' or ')}.`
  }
  if (issue?.code === 'invalid_type') {
    return `${name} must be of type ${issue.expected === 'record' ? 'object' : issue.expected}.`
  }
  return `${name} ${issue?.message ?? 'is wrong'}.`
}

const valueAt = (value: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>(
    (part, name) => (isList(part) ? part[Number(name)] : ownValue(asRecord(part), String(name))),
    value,
  )
