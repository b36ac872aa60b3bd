import type { ParamSchema } from '#lib/params/param-schema.ts'

type Params = Record<string, unknown>

/** Test cases of a schema. `base` contains the params that all cases share. */
export type SchemaCases = {
  schema: ParamSchema
  base: Params
  accepted: Params[]
  /** Invalid params, with the path of the error and its message. */
  refused: [params: Params, path: string, sentence: string | RegExp][]
  /** Valid params that cause a note. */
  noted: [params: Params, effect: string, sentence: string | RegExp][]
}
