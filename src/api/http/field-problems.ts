import { ApiError } from './errors.ts'
import { explainError } from '#lib/explain.ts'

/**
 * Returns the server's problems with a form as a sentence per field.
 * @param fields names as in the request. Problems that belong to none of them are assigned to the
 * first.
 */
export function getFieldProblems<Field extends string>(
  error: unknown,
  fields: readonly [Field, ...Field[]],
): Partial<Record<Field, string>> {
  if (!error) return {}
  const issue = error instanceof ApiError ? error.issues[0] : undefined
  // Show a problem deep inside a field at that field.
  const [place] = issue?.path.split('/') ?? []
  const field = fields.find((name) => name === place)
  const [first] = fields
  return { [field ?? first]: field && issue ? issue.message : explainError(error) } as Partial<
    Record<Field, string>
  >
}
