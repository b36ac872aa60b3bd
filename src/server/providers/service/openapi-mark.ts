import { asSchema } from '#lib/params/param-schema.ts'

/** Creates a check whether a response is an OpenAPI document with all of these paths. */
export const hasPaths =
  (...paths: readonly string[]) =>
  (answer: unknown): boolean => {
    const known = asSchema(asSchema(answer)?.['paths'])
    return known !== undefined && paths.every((path) => Object.hasOwn(known, path))
  }
