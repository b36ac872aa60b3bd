import type { ParamSchema } from '#lib/params/param-schema.ts'

/** An imported model, as confirmed by a person. */
export type ConfirmedImport = {
  model: string
  name: string
  description: string
  paramSchema: ParamSchema
  /** The output that is the model. Default: the first model file. */
  output: string | undefined
  /** Data that the provider needs to run it. */
  wire: unknown
}

export type ImportForm = {
  model: string
  name: string
  description: string
  /** All params. Likely pictures are marked. */
  paramSchema: ParamSchema
  pictures: readonly string[]
  /** Names of params that the form contains by default. */
  params: readonly string[]
  /** Outputs that may be the model, most likely first. */
  outputs: readonly { id: string; label: string }[]
  wire: unknown
}

/** Reads a service's description of one of its models, or a file such as a workflow. */
export type ModelImporter = {
  /**
   * @param source what a person pasted: the name of a model or a whole workflow.
   * @param name name to use if it has none.
   * @throws {HttpError} `bad_request` for other input, and as `GenerationProvider.listModels`.
   */
  read: (source: string, options: { name?: string; signal: AbortSignal }) => Promise<ImportForm>
}
