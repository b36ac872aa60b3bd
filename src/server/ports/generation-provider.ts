import type { Recipe } from '#contract/assets.ts'
import type { Model3d } from '#contract/models.ts'
import type { Params } from '#lib/params/param-schema.ts'

export type InputPicture = {
  /** Path of the picture in the params, such as `file` or `files/2`. */
  path: string
  /**
   * Bytes of the picture, or an empty array if the provider reads the pictures of this model with
   * `readPicture`.
   */
  bytes: Uint8Array
  mimeType: string
  sha256: string
  name?: string
}

export type GenerationRequest = {
  taskId: string
  model: string
  params: Params
  pictures: InputPicture[]
  /**
   * Returns the bytes of the picture with this index. Set if the provider's `readsPictures` returns
   * true for the model.
   */
  readPicture?: (index: number) => Promise<Uint8Array>
  /** For a follow-up step: the provider's finished task whose 3D model is the input of the step. */
  source?: StepSource & { readFile?: ReadSourceFile }
}

/** Reads the 3D model file that a step continues, for providers that no longer have the file. */
export type ReadSourceFile = () => Promise<{ bytes: Uint8Array; mimeType: string }>

/** A finished task, with the provider's ids of its 3D model and of the task itself. */
export type StepSource = { model: string; upstreamId: string }

/** Reports progress. `progress` is between 0 and 1, and `preview` is a rough GLB of the result. */
export type ReportProgress = (move: {
  stage?: string
  progress?: number
  preview?: Uint8Array
}) => void

export type GenerationResult = {
  bytes: Uint8Array
  mimeType: string
  fileName: string
  seed?: number
  modelVersion?: string
  /** The charged amount as a decimal string in the provider's unit, if the provider reports one. */
  cost?: string
  warnings?: readonly string[]
  name?: string
  scan?: Recipe['scan']
}

/** Balance of an account at a provider. A decimal string is exact. */
export type ProviderAccount = { balance: string; currency?: string }

/**
 * Price of a task according to the provider, whose `currency` is `USD` or a unit such as `credit`.
 */
export type ProviderPrice = { amount: string; currency?: string }

export interface GenerationProvider {
  readonly id: string
  readonly concurrency: number

  /**
   * True if the provider charges nothing, such as a person's own server. `submit` must still run
   * only once per task.
   */
  readonly isFree?: boolean

  /**
   * Ids of all models that the provider supports, and the error message (`why`) for other ids.
   * Absent if a model file may add models.
   */
  readonly fixedModels?: { readonly ids: readonly string[]; readonly why: string }

  /**
   * Lists the follow-up steps for a 3D model that this provider has made, each with its own form.
   * Absent if the provider has no steps.
   */
  steps?: (source: Pick<StepSource, 'model'> & { params?: Params }) => Promise<Model3d[]>

  /**
   * True if the list of models is part of this release. Listing the models then does not test the
   * service.
   */
  readonly isListBuiltIn?: boolean

  listModels: (signal: AbortSignal) => Promise<Model3d[]>

  timeLimitMs?: (model: string) => number

  /**
   * Returns whether the provider reads a model's pictures one at a time with `readPicture`, because
   * all pictures together would take too much memory.
   */
  readsPictures?: (model: string) => boolean

  /**
   * Converts params from the format of the provider's own clients to the model's schema. Absent if
   * there is no other format.
   */
  fromWire?: (model: string, params: Params) => Params

  /**
   * Returns the account's balance, or `undefined` if the provider reports none. Called often, so
   * the result must be cached for a while.
   * @throws {HttpError} the errors of `listModels`.
   */
  readAccount?: (signal: AbortSignal) => Promise<ProviderAccount | undefined>

  /**
   * Returns a task's price without creating the task, or `undefined` if the provider reports none.
   * @throws {HttpError} the errors of `listModels`.
   */
  readPrice?: (
    request: GenerationRequest,
    signal: AbortSignal,
  ) => Promise<ProviderPrice | undefined>

  /**
   * Submits the task, which may cost money. Called at most once per task. Absent for free
   * providers.
   */
  submit?: (request: GenerationRequest, signal: AbortSignal) => Promise<{ upstreamId: string }>

  /**
   * Creates the result or waits for it. May be called again with the same `upstreamId` after a
   * restart.
   * @throws {HttpError} with the reason. A DOMException named `AbortError` if `signal` is aborted.
   */
  produce: (
    request: GenerationRequest & { upstreamId?: string },
    report: ReportProgress,
    signal: AbortSignal,
  ) => Promise<GenerationResult>
}

/** Returns whether a task is free. */
export const costsNothing = ({ isFree, submit }: GenerationProvider): boolean =>
  isFree === true || submit === undefined
