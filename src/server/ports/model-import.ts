import type { ParamSchema } from '#lib/params/param-schema.ts'

/** A model that somebody has imported, as it was confirmed. */
export type ImportedModel = {
  /** The provider's own name of it, without our `provider/` in front. */
  model: string
  name: string
  description: string
  paramSchema: ParamSchema
  /** Which of the outputs is the model; absent: the first that is one. */
  output: string | undefined
  /** What its provider has to know to call it. */
  wire: unknown
}

/** A model as its service describes it just now. */
export type ImportForm = {
  model: string
  name: string
  description: string
  /** All that can be set; inputs that are pictures are marked as far as can be guessed. */
  paramSchema: ParamSchema
  /** Params that may be pictures. */
  pictures: readonly string[]
  /** Params that belong into the form unless somebody says otherwise. */
  params: readonly string[]
  /** What it puts out that may be the model, the likeliest first. */
  outputs: readonly { id: string; label: string }[]
  wire: unknown
}

/** Reads how a service describes one of its models, or what else somebody brings along. */
export type ModelImporter = {
  /**
   * @param source what somebody has pasted: the name of a model, or a whole workflow.
   * @param name what it shall be called, where it has no name of its own.
   * @throws {HttpError} `bad_request` for what is no such thing, and as `GenerationProvider.listModels`.
   */
  read: (source: string, options: { name?: string; signal: AbortSignal }) => Promise<ImportForm>
}
