import type { Model3d } from '#contract/models.ts'

/** What tasks need to know of all models. */
export type FindModel = {
  /** @throws {HttpError} `unknown_model`, or what the provider throws that was asked. */
  generation: (modelId: string) => Promise<Model3d>
}
