import { asSchema } from '#lib/params/param-schema.ts'

/** Whether an answer is an OpenAPI document that has all of these paths. */
export const hasPaths =
  (...paths: readonly string[]) =>
  (answer: unknown): boolean => {
    const known = asSchema(asSchema(answer)?.['paths'])
    return known !== undefined && paths.every((path) => Object.hasOwn(known, path))
  }
