import { z } from 'zod'
import { createYield } from '../process/yield-loop.ts'

/** Below this many entries in all, what zod does at worst takes no time worth saving. */
const smallEntriesMax = 500

/**
 * As `schema.safeParse`, for values of any size: zod makes an issue for each entry that does not fit,
 * which takes seconds and gigabytes for a list of a million zeros. Here the lists are gone through one
 * entry at a time, the first that does not fit ends it, and other work runs in between.
 */
export async function parseEarly<T>(
  schema: z.ZodType<T>,
  value: unknown,
): Promise<z.ZodSafeParseResult<T>> {
  if (!isLarge(value)) return schema.safeParse(value)
  const yieldLoop = createYield()
  const search = firstIssue(schema, value, [])
  for (;;) {
    const step = search.next()
    if (step.done) {
      return step.value ? failedWith<T>(step.value) : schema.safeParse(value)
    }
    await yieldLoop()
  }
}

/** The same in one go, for threads. */
export function parseEarlySync<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  const search = firstIssue(schema, value, [])
  for (let step = search.next(); ; step = search.next()) {
    if (step.done) return step.value ? failedWith<T>(step.value) : schema.safeParse(value)
  }
}

const failedWith = <T>(issue: z.core.$ZodIssue): z.ZodSafeParseError<T> => ({
  success: false,
  error: new z.ZodError([issue]) as z.ZodError<T>,
})

type Path = readonly PropertyKey[]

/** Looks only into lists and records, and at what leads to them; the rest is for zod itself. */
function* firstIssue(
  schema: z.core.$ZodType,
  value: unknown,
  path: Path,
): Generator<void, z.core.$ZodIssue | undefined> {
  if (typeof value !== 'object' || value === null) return undefined
  const inner = shapeFor(schema, value)
  if (Array.isArray(value)) {
    if (!(inner instanceof z.ZodArray)) return undefined
    return yield* firstIssueIn(inner.element, value.entries(), path)
  }
  if (inner instanceof z.ZodRecord) {
    return yield* firstIssueIn(inner.valueType, Object.entries(value), path)
  }
  if (!(inner instanceof z.ZodObject)) return undefined
  for (const [name, part] of Object.entries(inner.shape)) {
    if (!Object.hasOwn(value, name)) continue
    const found = yield* firstIssue(
      part as z.core.$ZodType,
      (value as Record<string, unknown>)[name],
      [...path, name],
    )
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

/** The schema without what is wrapped around it; of several, the one that `value` could be meant by. */
function shapeFor(schema: z.core.$ZodType, value: object): z.core.$ZodType | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional
  ) {
    return shapeFor(schema.def.innerType, value)
  }
  if (schema instanceof z.ZodPipe) return shapeFor(schema.def.in, value)
  if (schema instanceof z.ZodLazy) return shapeFor(schema.unwrap(), value)
  if (schema instanceof z.ZodUnion) {
    const kinds = schema.options.flatMap((option) => shapeFor(option, value) ?? [])
    return kinds.length === 1 ? kinds[0] : undefined
  }
  const isFitting = Array.isArray(value)
    ? schema instanceof z.ZodArray
    : schema instanceof z.ZodObject || schema instanceof z.ZodRecord
  return isFitting ? schema : undefined
}

/** Whether there are more entries in it than `smallEntriesMax`; looks at no more than those. */
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
