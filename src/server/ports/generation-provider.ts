import type { Model3d } from '#contract/models.ts'
import type { Params } from '#lib/params/param-schema.ts'

/** A picture that a param names, with its bytes at hand. */
export type InputPicture = {
  /** Where in the params it stands: `file`, `files/2`. */
  path: string
  bytes: Uint8Array
  mimeType: string
  sha256: string
}

export type GenerationRequest = {
  taskId: string
  /** The provider's own name of the model, without our `provider/` in front. */
  model: string
  /** Checked against the model's param schema. */
  params: Params
  pictures: InputPicture[]
  /** Of a follow-up step: the task that made what it goes on from, at this provider. */
  source?: StepSource
}

/** A task that is done, by the provider's own names of its model and of itself. */
export type StepSource = { model: string; upstreamId: string }

/** A move forward; `progress` from 0 to 1, `preview` a rough GLB of what will come. */
export type ReportProgress = (move: {
  stage?: string
  progress?: number
  preview?: Uint8Array
}) => void

export type GenerationResult = {
  /** The model file as it came. */
  bytes: Uint8Array
  mimeType: string
  /** Name for people, without a folder: `model.glb`. */
  fileName: string
  /** The seed that was used, where known. */
  seed?: number
  /** Version of the engine or of the upstream model, where known. */
  modelVersion?: string
  /** What the provider asked for it, a number as text, in the unit of its bills; where it says so. */
  cost?: string
  /** Sentences about what of the request did not count as asked for. */
  warnings?: readonly string[]
}

/** What is left on an account at a provider. The amount is a number as text, so that it stays exact. */
export type ProviderAccount = { balance: string; currency?: string }

/** What a task would cost, as the provider itself says. `currency` is `USD`, `credit` … */
export type ProviderPrice = { amount: string; currency?: string }

/** A place that makes 3D models. */
export interface GenerationProvider {
  /** First part of its models' ids: `local`, `gateway`. */
  readonly id: string
  /** How many of its tasks may run at once. */
  readonly concurrency: number

  /** It bills nobody for what it makes, though it is asked only once: a server of one's own. */
  readonly isFree?: boolean

  /**
   * Ids of all models that it can ever have; absent where it may have others than it lists. A model file
   * may change the form of these, and `why` says in a sentence that it adds none.
   */
  readonly fixedModels?: { readonly ids: readonly string[]; readonly why: string }

  /**
   * What can be done next with a model that it has made, each with a form of its own; absent where there
   * is nothing of the kind. They are ordered as models are, with `source`.
   */
  steps?: (source: Pick<StepSource, 'model'>) => Promise<Model3d[]>

  /** Its models with their param schemas. @throws {HttpError} as `ChatProvider.listModels`. */
  listModels: (signal: AbortSignal) => Promise<Model3d[]>

  /**
   * How long one task of a model may take from its begin to its end, in ms; absent where the server's
   * own limit is good enough.
   */
  timeLimitMs?: (model: string) => number

  /**
   * A model's params as its schema has them, from the form in which the provider's own clients may send
   * them; absent where there is no other form.
   */
  fromWire?: (model: string, params: Params) => Params

  /**
   * What is left on the account; `undefined` where the provider does not say. Called often: remembers
   * its answer for a while.
   *
   * @throws {HttpError} as `listModels`.
   */
  readAccount?: (signal: AbortSignal) => Promise<ProviderAccount | undefined>

  /**
   * What a task would cost; `undefined` where the provider does not say. Nothing is bought.
   *
   * @throws {HttpError} as `listModels`.
   */
  readPrice?: (
    request: GenerationRequest,
    signal: AbortSignal,
  ) => Promise<ProviderPrice | undefined>

  /**
   * The one call that may cost money; absent where nothing is bought. Called at most once per task,
   * whatever happens: the caller writes down that it is about to call, and afterwards the id.
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

/** Whether a task costs nothing: nothing is bought from its provider, or no bill comes for it. */
export const costsNothing = ({ isFree, submit }: GenerationProvider): boolean =>
  isFree === true || submit === undefined
