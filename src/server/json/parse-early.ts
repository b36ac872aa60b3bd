import { z } from 'zod'
import { asRecord } from '#lib/fields.ts'
import { createYield } from '../process/yield-loop.ts'
import { ownValue } from '#lib/own-value.ts'

/**
 * Maximum number of entries that zod checks at once. With so few entries, zod's worst case is fast
 * enough.
 */
const smallEntriesMax = 500

/**
 * Parses like `schema.safeParse`, for values of any size. Large lists are checked entry by entry up
 * to the first invalid entry, because zod would create an issue per invalid entry.
 */
export const parseEarly = <T>(
  schema: z.core.$ZodType<T>,
  value: unknown,
): z.ZodSafeParseResult<T> | Promise<z.ZodSafeParseResult<T>> =>
  isLarge(value) ? parseInSteps(schema, value) : z.safeParse(schema, value)

async function parseInSteps<T>(
  schema: z.core.$ZodType<T>,
  value: unknown,
): Promise<z.ZodSafeParseResult<T>> {
  const yieldLoop = createYield()
  const search = firstIssue(schema, value, [])
  for (;;) {
    const step = search.next()
    if (step.done) {
      return step.value ? failedWith<T>(step.value) : z.safeParse(schema, value)
    }
    await yieldLoop()
  }
}

export function parseEarlySync<T>(
  schema: z.core.$ZodType<T>,
  value: unknown,
): z.ZodSafeParseResult<T> {
  const search = firstIssue(schema, value, [])
  for (let step = search.next(); ; step = search.next()) {
    if (step.done) return step.value ? failedWith<T>(step.value) : z.safeParse(schema, value)
  }
}

const failedWith = <T>(issue: z.core.$ZodIssue): z.ZodSafeParseError<T> => ({
  success: false,
  error: new z.ZodError([issue]) as z.ZodError<T>,
})

type Path = readonly PropertyKey[]

/**
 * Validates lists and records entry by entry, also nested lists, and yields to other work in
 * between. zod checks everything else.
 */
function* firstIssue(
  schema: z.core.$ZodType,
  value: unknown,
  path: Path,
): Generator<void, z.core.$ZodIssue | undefined> {
  if (typeof value !== 'object' || value === null) return undefined
  const inner = shapeFor(schema, value)
  if (Array.isArray(value)) {
    if (!(inner instanceof z.core.$ZodArray)) return undefined
    return yield* firstIssueIn(inner._zod.def.element, value.entries(), path)
  }
  if (inner instanceof z.core.$ZodRecord) {
    return yield* firstIssueIn(inner._zod.def.valueType, Object.entries(value), path)
  }
  if (!(inner instanceof z.core.$ZodObject)) return undefined
  const fields = asRecord(value)
  for (const [name, part] of Object.entries(inner._zod.def.shape)) {
    if (!Object.hasOwn(fields, name)) continue
    const found = yield* firstIssue(part, ownValue(fields, name), [...path, name])
    if (found) return found
  }
  return undefined
}

function* firstIssueIn(
  schema: z.core.$ZodType,
  entries: Iterable<[PropertyKey, unknown]>,
  path: Path,
): Generator<void, z.core.$ZodIssue | undefined> {
  for (const [at, entry] of entries) {
    const found = yield* firstIssue(schema, entry, [...path, at])
    if (found) return found
    const parsed = z.safeParse(schema, entry)
    const issue = parsed.error?.issues[0]
    if (issue) return { ...issue, path: [...path, at, ...issue.path] }
    yield
  }
  return undefined
}

/**
 * Returns the schema inside wrappers such as optional. For a union, returns the option that `value`
 * probably matches.
 */
function shapeFor(schema: z.core.$ZodType, value: object): z.core.$ZodType | undefined {
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault ||
    schema instanceof z.core.$ZodReadonly ||
    schema instanceof z.core.$ZodNonOptional
  ) {
    return shapeFor(schema._zod.def.innerType, value)
  }
  if (schema instanceof z.core.$ZodPipe) return shapeFor(schema._zod.def.in, value)
  if (schema instanceof z.core.$ZodLazy) return shapeFor(schema._zod.def.getter(), value)
  if (schema instanceof z.core.$ZodUnion) {
    const kinds = schema._zod.def.options.flatMap((option) => shapeFor(option, value) ?? [])
    return kinds.length === 1 ? kinds[0] : undefined
  }
  const isFitting = Array.isArray(value)
    ? schema instanceof z.core.$ZodArray
    : schema instanceof z.core.$ZodObject || schema instanceof z.core.$ZodRecord
  return isFitting ? schema : undefined
}

function isLarge(value: unknown): boolean {
  const open: unknown[] = [value]
  let count = 0
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null) continue
    const entries: unknown[] = Array.isArray(part) ? part : Object.values(part)
    count += entries.length
    if (count > smallEntriesMax) return true
    open.push(...entries)
  }
  return false
}
