import { ApiError } from './errors.ts'
import { explainError } from '#lib/explain.ts'

/**
 * Returns one sentence per form field from the problems that the server has reported.
 * @param fields names as in the request. The first field also receives the problems that belong to
 * no field.
 */
export function getFieldProblems<Field extends string>(
  error: unknown,
  fields: readonly [Field, ...Field[]],
): Partial<Record<Field, string>> {
  if (!error) return {}
  const issue = error instanceof ApiError ? error.issues[0] : undefined
  // The form shows a problem inside a nested value at the outer field.
  const [place] = issue?.path.split('/') ?? []
  const field = fields.find((name) => name === place)
  const [first] = fields
  return { [field ?? first]: field && issue ? issue.message : explainError(error) } as Partial<
    Record<Field, string>
  >
}
