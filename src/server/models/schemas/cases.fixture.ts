import type { ParamSchema } from '#lib/params/param-schema.ts'

type Params = Record<string, unknown>

/** What a schema is held to. `base` is what every case has besides its own params. */
export type SchemaCases = {
  schema: ParamSchema
  base: Params
  accepted: Params[]
  /** Where it is wrong, and the sentence that a person reads. */
  refused: [params: Params, path: string, sentence: string | RegExp][]
  /** Taken, with a word about it. */
  noted: [params: Params, effect: string, sentence: string | RegExp][]
}
