import type { ParamSchema } from '#lib/params/param-schema.ts'

/** An imported 3D model whose input fields a person has confirmed. */
export type ConfirmedImport = {
  model: string
  name: string
  description: string
  paramSchema: ParamSchema
  /** The output that contains the 3D model. Default: the first output that is a model file. */
  output: string | undefined
  wire: unknown
}

export type ImportForm = {
  model: string
  name: string
  description: string
  /** Schema of all params. Params that probably take a picture are marked. */
  paramSchema: ParamSchema
  pictures: readonly string[]
  params: readonly string[]
  /** Outputs that may contain the 3D model, the most likely output first. */
  outputs: readonly { id: string; label: string }[]
  wire: unknown
}

/** Reads a service's description of one of its models, or a file such as a workflow. */
export type ModelImporter = {
  /**
   * Finds the model that a person wants to import, and returns its params.
   * @param source the pasted name of a model, or a whole workflow.
   * @param options.name name of the model if the source contains none.
   * @throws {HttpError} `bad_request` for other input, and the errors of
   * `GenerationProvider.listModels`.
   */
  read: (source: string, options: { name?: string; signal: AbortSignal }) => Promise<ImportForm>
}
