import type { Model3d } from '#contract/models.ts'
import type { Params } from '#lib/params/param-schema.ts'

/** A picture that a param refers to, with its bytes. */
export type InputPicture = {
  /** Its path in the params: `file`, `files/2`. */
  path: string
  bytes: Uint8Array
  mimeType: string
  sha256: string
}

export type GenerationRequest = {
  taskId: string
  /** The provider's own name for the model, without our `provider/` prefix. */
  model: string
  /** Checked against the model's param schema. */
  params: Params
  pictures: InputPicture[]
  /** For a follow-up step: the task at this provider that made its input. */
  source?: StepSource & { readFile?: ReadSourceFile }
}

/** Reads the model file that a step continues from, for providers that no longer have it. */
export type ReadSourceFile = () => Promise<{ bytes: Uint8Array; mimeType: string }>

/** A finished task, by the provider's own ids of model and task. */
export type StepSource = { model: string; upstreamId: string }

/** A step forward; `progress` from 0 to 1, `preview` a rough GLB of the result. */
export type ReportProgress = (move: {
  stage?: string
  progress?: number
  preview?: Uint8Array
}) => void

export type GenerationResult = {
  /** The model file as received. */
  bytes: Uint8Array
  mimeType: string
  /** Name for people, without a folder: `model.glb`. */
  fileName: string
  /** The seed that was used, where known. */
  seed?: number
  /** Version of the engine or of the upstream model, where known. */
  modelVersion?: string
  /** What the provider charged, a number as text, in its own unit; if it says so. */
  cost?: string
  /** Sentences about parts of the request that could not be followed. */
  warnings?: readonly string[]
}

/** What is left on an account at a provider. The amount is a number as text, so that it stays exact. */
export type ProviderAccount = { balance: string; currency?: string }

/** What a task would cost, as the provider itself says. `currency` is `USD`, `credit` … */
export type ProviderPrice = { amount: string; currency?: string }

/** A provider of 3D models. */
export interface GenerationProvider {
  /** First part of its models' ids: `local`, `gateway`. */
  readonly id: string
  /** How many of its tasks may run at once. */
  readonly concurrency: number

  /** It charges nothing, although it is called only once: a server of one's own. */
  readonly isFree?: boolean

  /**
   * Ids of all models that it can ever have; absent if it may have others than it lists. A model file
   * can change their forms but not add models, which `why` explains in a sentence.
   */
  readonly fixedModels?: { readonly ids: readonly string[]; readonly why: string }

  /**
   * Follow-up steps for a model that it has made, each with its own form; absent if there are none. They
   * are ordered like models, with `source`.
   */
  steps?: (source: Pick<StepSource, 'model'> & { params?: Params }) => Promise<Model3d[]>

  /** Its list is part of this release: to read it says nothing about its service. */
  readonly isListBuiltIn?: boolean

  /** Its models with their param schemas. @throws {HttpError} as `ChatProvider.listModels`. */
  listModels: (signal: AbortSignal) => Promise<Model3d[]>

  /**
   * How long one task of a model may take from start to end, in ms; absent: the server's own limit.
   */
  timeLimitMs?: (model: string) => number

  /**
   * Converts params from the format of the provider's own clients to that of the model's schema; absent if
   * there is no other format.
   */
  fromWire?: (model: string, params: Params) => Params

  /**
   * What is left on the account; `undefined` if the provider does not say. Called often, so the answer is
   * cached for a while.
   *
   * @throws {HttpError} as `listModels`.
   */
  readAccount?: (signal: AbortSignal) => Promise<ProviderAccount | undefined>

  /**
   * What a task would cost; `undefined` if the provider does not say. Buys nothing.
   *
   * @throws {HttpError} as `listModels`.
   */
  readPrice?: (
    request: GenerationRequest,
    signal: AbortSignal,
  ) => Promise<ProviderPrice | undefined>

  /**
   * The one call that may cost money; absent if nothing is bought. Called at most once per task,
   * whatever happens: the caller records that it is about to call, and afterwards the id.
   */
  submit?: (request: GenerationRequest, signal: AbortSignal) => Promise<{ upstreamId: string }>

  /**
   * Waits for the result, or makes it. May be called again for the same task after a restart, with
   * the same `upstreamId`.
   *
   * @throws {HttpError} with the reason in words; a DOMException named `AbortError` when `signal` fired.
   */
  produce: (
    request: GenerationRequest & { upstreamId?: string },
    report: ReportProgress,
    signal: AbortSignal,
  ) => Promise<GenerationResult>
}

/** Whether a task is free: nothing is bought from its provider, or the provider charges nothing. */
export const costsNothing = ({ isFree, submit }: GenerationProvider): boolean =>
  isFree === true || submit === undefined
