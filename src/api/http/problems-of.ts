import { ApiError } from './errors.ts'
import { explain } from '#lib/explain.ts'

/**
 * What the server has against which field of a form, as sentences.
 *
 * @param fields names as in the request; what is about none of them goes to the first.
 */
export function problemsOf<Field extends string>(
  error: unknown,
  fields: readonly [Field, ...Field[]],
): Partial<Record<Field, string>> {
  if (!error) return {}
  const issue = error instanceof ApiError ? error.issues[0] : undefined
  // What is wrong within a field stands at it.
  const [place] = issue?.path.split('/') ?? []
  const field = fields.find((name) => name === place)
  const [first] = fields
  return { [field ?? first]: field && issue ? issue.message : explain(error) } as Partial<
    Record<Field, string>
  >
}
