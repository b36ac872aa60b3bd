import type { ParamSchema } from '#lib/params/param-schema.ts'

/** An imported model, as confirmed by a person. */
export type ImportedModel = {
  /** The provider's own name for it, without our `provider/` prefix. */
  model: string
  name: string
  description: string
  paramSchema: ParamSchema
  /** Which output is the model; absent: the first model file. */
  output: string | undefined
  /** What its provider needs to call it. */
  wire: unknown
}

/** A model as its service currently describes it. */
export type ImportForm = {
  model: string
  name: string
  description: string
  /** Everything that can be set; likely picture inputs are marked. */
  paramSchema: ParamSchema
  /** Params that may be pictures. */
  pictures: readonly string[]
  /** Params that are in the form by default. */
  params: readonly string[]
  /** Outputs that may be the model, most likely first. */
  outputs: readonly { id: string; label: string }[]
  wire: unknown
}

/** Reads a service's description of one of its models, or a file such as a workflow. */
export type ModelImporter = {
  /**
   * @param source what a person pasted: the name of a model, or a whole workflow.
   * @param name what to call it if it has no name of its own.
   * @throws {HttpError} `bad_request` for anything else, and as `GenerationProvider.listModels`.
   */
  read: (source: string, options: { name?: string; signal: AbortSignal }) => Promise<ImportForm>
}
