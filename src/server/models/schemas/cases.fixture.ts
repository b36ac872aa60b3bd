import type { ParamSchema } from '#lib/params/param-schema.ts'

type Params = Record<string, unknown>

/** Test cases of a schema. `base` contains the params that all cases share. */
export type SchemaCases = {
  schema: ParamSchema
  base: Params
  accepted: Params[]
  refused: [params: Params, path: string, sentence: string | RegExp][]
  noted: [params: Params, effect: string, sentence: string | RegExp][]
}
