import type { Recipe } from '#contract/assets.ts'
import type { Model3d } from '#contract/models.ts'
import type { Params } from '#lib/params/param-schema.ts'

export type InputPicture = {
  /** Path of the picture in the params, such as `file` or `files/2`. */
  path: string
  /** Empty if the provider reads the pictures of this model with `readPicture`. */
  bytes: Uint8Array
  mimeType: string
  sha256: string
  /** Name of the uploaded file, if known. */
  name?: string
}

export type GenerationRequest = {
  taskId: string
  model: string
  /** Validated with the model's param schema. */
  params: Params
  pictures: InputPicture[]
  /**
   * Returns the bytes of a picture by its index. Set if the provider's `readsPictures` returns true
   * for the model.
   */
  readPicture?: (index: number) => Promise<Uint8Array>
  /** For a follow-up step: the provider's finished task whose model is the input of the step. */
  source?: StepSource & { readFile?: ReadSourceFile }
}

/** Reads the model file that a step continues, for providers that no longer have the file. */
export type ReadSourceFile = () => Promise<{ bytes: Uint8Array; mimeType: string }>

/** A finished task, with the provider's ids of its model and of the task itself. */
export type StepSource = { model: string; upstreamId: string }

/** Reports progress. `progress` is between 0 and 1, `preview` a rough GLB of the result. */
export type ReportProgress = (move: {
  stage?: string
  progress?: number
  preview?: Uint8Array
}) => void

export type GenerationResult = {
  bytes: Uint8Array
  mimeType: string
  /** Name for people, without a folder: `model.glb`. */
  fileName: string
  seed?: number
  /** Version of the engine or the service's model, if known. */
  modelVersion?: string
  /** The charged amount as a decimal string in the provider's unit, if it reports one. */
  cost?: string
  /** Sentences about parts of the request that could not be fulfilled. */
  warnings?: readonly string[]
  /** Name of the 3D model. Default: the name of the first picture. */
  name?: string
  /** Cameras and photos of a scan. */
  scan?: Recipe['scan']
}

/** Balance of an account at a provider, as a decimal string to keep it exact. */
export type ProviderAccount = { balance: string; currency?: string }

/** Price of a task according to the provider. `currency` is `USD`, `credit` … */
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
   * Ids of all models that the provider supports. Absent if a model file may add others. If this is
   * set, a model file can only replace the param schema of one of these models. `why` is the error
   * message for other ids.
   */
  readonly fixedModels?: { readonly ids: readonly string[]; readonly why: string }

  /**
   * Lists the follow-up steps for a 3D model that this provider has made, each with its own form.
   * Absent if the provider has no steps. A step is submitted like a model, with the task in
   * `source`.
   */
  steps?: (source: Pick<StepSource, 'model'> & { params?: Params }) => Promise<Model3d[]>

  /**
   * True if the list of models is part of this release. Listing the models then does not test the
   * service.
   */
  readonly isListBuiltIn?: boolean

  /** @throws {HttpError} the errors of `ChatProvider.listModels`. */
  listModels: (signal: AbortSignal) => Promise<Model3d[]>

  /** Returns the time limit of one task, in milliseconds. Default: the server's limit. */
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
   * Returns a task's price, or `undefined` if the provider reports none. Creates no task.
   * @throws {HttpError} the errors of `listModels`.
   */
  readPrice?: (
    request: GenerationRequest,
    signal: AbortSignal,
  ) => Promise<ProviderPrice | undefined>

  /**
   * Submits the task. This is the only call that may cost money. Absent for free providers. Called
   * at most once per task: the caller stores its intention before the call, and the id after it.
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

/** Returns whether a task is free: its provider sells nothing, or charges nothing for this task. */
export const costsNothing = ({ isFree, submit }: GenerationProvider): boolean =>
  isFree === true || submit === undefined
