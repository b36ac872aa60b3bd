import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { assetNameLengthMax } from '#contract/assets.ts'
import type { Failure } from '#contract/errors.ts'
import { cutText } from '#lib/cut-text.ts'
import { newId } from '#lib/id.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import { HttpError, isStoreAway, toHttpError } from '../../errors/http-error.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { FileService } from '../../files/file-service.ts'
import type {
  GenerationProvider,
  GenerationRequest,
  GenerationResult,
  InputPicture,
  ReadSourceFile,
} from '../../ports/generation-provider.ts'
import { log } from '../../observability/log.ts'
import { metrics } from '../../observability/server-metrics.ts'
import { withinRequest } from '../../observability/request-context.ts'
import { traced } from '../../observability/tracing.ts'
import { assets, type TaskSource } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { checkResult } from '../../ports/check-result.ts'
import type { InspectModel, Inspection } from '../../ports/inspect-model.ts'
import { TaskStoppedError, type StopReason } from '../../ports/task-stopped.ts'
import { storedPictures } from '../picture-params.ts'
import type { Previews } from '../previews.ts'
import { createProgressWriter, type ProgressWriter } from './progress-writer.ts'
import {
  completeTask,
  failTask,
  findTask,
  claimSubmission,
  moveTask,
  noteUpstreamId,
  type TaskRow,
} from '../task-rows.ts'

export type RunTaskOptions = {
  store: Store
  blobs: BlobStore
  files: FileService
  inspect: InspectModel
  nameOfModel: (modelId: string) => Promise<string>
  previews: Previews
  changed: (taskId: string) => void
  made?: ((task: { ownerId: string; assetId: string }) => void) | undefined
}

/** Maximum wait for a disk that refuses writes. The model stays in memory meanwhile. */
const diskWaitMs = 600_000
const diskRetryMs = 500

/**
 * Maximum wait for the response to the paid request. Cancelling the task does not abort this
 * request.
 */
const submitTimeoutMs = 60_000

/** After this time, the model is stored without its measurements, such as size and triangles. */
const inspectTimeoutMs = 60_000

type TaskRun = {
  readonly row: TaskRow
  readonly provider: GenerationProvider
  /**
   * Aborted with a `TaskStoppedError`. Its reason is `cancelled` for a task that has ended, and
   * `closing` for a task that the caller returns to the queue.
   */
  readonly signal: AbortSignal
}

/**
 * Runs a claimed task to its end and stores every step. Never throws.
 * @returns whether the task has ended in this process.
 */
export const runTask = (
  options: RunTaskOptions,
  { row, provider, signal }: TaskRun,
): Promise<boolean> =>
  withinRequest({ requestId: row.requestId ?? row.id }, () =>
    traced(
      `task ${row.modelId}`,
      { kind: 'internal', attributes: { 'bozzetto.task_id': row.id } },
      async () => {
        const isOver = await runToItsEnd(options, { row, provider, signal })
        if (isOver) await tellEnd(options, row)
        return isOver
      },
    ),
  )

async function tellEnd(
  { store: { db }, made }: RunTaskOptions,
  { id, ownerId, modelId, keyId, startedAt }: TaskRow,
): Promise<void> {
  try {
    const { task, asset } = (await findTask(db, id)) ?? {}
    const status = task?.status ?? 'deleted'
    const ms = Date.now() - (startedAt?.getTime() ?? Date.now())
    metrics.count('bozzetto_tasks_ended_total', { model: modelId, status })
    log().info({ taskId: id, modelId, status, ms, code: task?.failure?.code }, 'task ended')
    // Tasks with an API key are not reported, because programs use webhooks.
    if (asset && keyId === null) made?.({ ownerId, assetId: asset.id })
  } catch (error) {
    log().warn({ taskId: id, error }, 'The end of a task could not be looked up.')
  }
}

async function runToItsEnd(
  options: RunTaskOptions,
  { row, provider, signal }: TaskRun,
): Promise<boolean> {
  const { store, changed } = options
  const progress = createProgressWriter(async (move) => {
    try {
      if (await moveTask(store, row, move)) changed(row.id)
    } catch (error) {
      console.error('The progress of a task could not be written.', error)
    }
  }, row.progress ?? 0)

  try {
    await produceAsset(options, row, { provider, progress, signal })
    return true
  } catch (error) {
    await progress.close()
    const reason = signal.reason instanceof TaskStoppedError ? signal.reason.reason : undefined
    if (reason === 'cancelled') return true
    if (reason === 'closing') return false
    await failTask(store, row, getFailure(error, reason)).catch((cause: unknown) => {
      console.error('The failure of a task could not be written.', cause)
    })
    return true
  } finally {
    options.previews.drop(row.id)
    changed(row.id)
  }
}

function getFailure(error: unknown, reason: StopReason | undefined): Failure {
  if (reason === 'timed-out') {
    return {
      code: 'timed_out',
      message: 'This task took longer than its model is allowed to take.',
    }
  }
  const known = toHttpError(error)
  if (known.code === 'internal') console.error('A task failed unexpectedly.', error)
  return known.toFailure()
}

/** Progress, from 0 to 1, at which the model is generated, but not yet inspected and stored. */
const producedFraction = 0.9

type Work = { provider: GenerationProvider; progress: ProgressWriter; signal: AbortSignal }

async function produceAsset(
  options: RunTaskOptions,
  row: TaskRow,
  { provider, progress, signal }: Work,
): Promise<void> {
  const { store, blobs, inspect } = options
  const model = row.modelId.slice(row.provider.length + 1)
  const request: GenerationRequest = {
    taskId: row.id,
    model,
    params: row.params,
    ...(await readPictures(options, row.params, provider.readsPictures?.(model) ?? false)),
    ...(row.source && { source: { ...row.source, readFile: readSource(options, row.source) } }),
  }
  const upstreamId = await submitOnce(options, row, { provider, request })
  signal.throwIfAborted()
  const result = await provider.produce(
    { ...request, ...(upstreamId !== undefined && { upstreamId }) },
    ({ progress: done, preview, ...move }) => {
      if (preview) options.previews.put(row.id, preview)
      progress.report({ ...move, ...(done !== undefined && { progress: done * producedFraction }) })
    },
    signal,
  )
  progress.report({ stage: 'Checking the model', progress: producedFraction })
  checkResult(result.bytes, result.mimeType)
  // The model may have cost money, so it is stored before anything else can fail.
  const key = await keepWithRetries(signal, () => blobs.put(result.bytes))
  const inspection = await inspectIfPossible(inspect, result, signal)
  for (const issue of inspection.issues) console.warn(`Model of task ${row.id}: ${issue}`)
  await progress.close()
  await keepWithRetries(signal, async () => {
    const thumbnailKey = inspection.thumbnail && (await blobs.put(inspection.thumbnail))
    const bare = {
      id: newId(),
      taskId: row.id,
      name: cutText(result.name ?? (await getName(options, row)), assetNameLengthMax),
      mimeType: result.mimeType,
      sizeBytes: result.bytes.byteLength,
      sha256: key,
      blobKey: key,
      pictureFileId: row.pictureFileId,
    }
    await complete(store, {
      row,
      bare,
      about: {
        thumbnailKey: thumbnailKey ?? null,
        stats: inspection.stats ?? null,
        recipe: toRecipe(row, request, result),
      },
    })
  })
}

type NewAsset = Parameters<typeof completeTask>[2]

type NewResult = {
  readonly row: TaskRow
  readonly bare: NewAsset
  readonly about: Pick<NewAsset, 'thumbnailKey' | 'stats' | 'recipe'>
}

/** Stores the model without its details if the store refuses the details. */
async function complete(store: Store, { row, bare, about }: NewResult): Promise<void> {
  try {
    await completeTask(store, row, { ...bare, ...about })
  } catch (error) {
    if (mayPass(error)) throw error
    log().error({ error, taskId: row.id }, 'The metadata of a model could not be stored.')
    await completeTask(store, row, bare)
  }
}

/** The model may have cost money, so writing is retried while the disk is read-only. */
async function keepWithRetries<T>(signal: AbortSignal, keep: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + diskWaitMs
  for (;;) {
    throwIfUnwanted(signal)
    try {
      return await keep()
    } catch (error) {
      if (!mayPass(error) || performance.now() > giveUpAt) throw error
      log().warn({ error }, 'A model is waiting for the disk to accept it.')
      await wait(diskRetryMs)
    }
  }
}

const mayPass = (error: unknown): boolean => isStoreAway(error)

/**
 * Throws if the task was cancelled or belongs to another attempt. After a timeout, the result is
 * still stored.
 */
function throwIfUnwanted(signal: AbortSignal): void {
  const reason: unknown = signal.reason
  const isOnlyLate = reason instanceof TaskStoppedError && reason.reason === 'timed-out'
  if (!isOnlyLate) signal.throwIfAborted()
}

/**
 * Inspects a GLB. Failures are ignored, because a paid model must be stored anyway. Other formats
 * are not inspected.
 */
async function inspectIfPossible(
  inspect: InspectModel,
  { bytes, mimeType }: GenerationResult,
  signal: AbortSignal,
): Promise<Partial<Inspection> & Pick<Inspection, 'issues'>> {
  if (mimeType !== glbMimeType) return { issues: [] }
  try {
    return await inspect(bytes, AbortSignal.any([signal, AbortSignal.timeout(inspectTimeoutMs)]))
  } catch (error) {
    throwIfUnwanted(signal)
    if (!(error instanceof HttpError)) log().error({ error }, 'The inspection of a model failed.')
    const why =
      error instanceof HttpError ? error.message : 'The inspection failed or took too long.'
    return { issues: [`It could not be inspected. ${why}`] }
  }
}

async function readPictures(
  { files, blobs }: RunTaskOptions,
  params: Record<string, unknown>,
  isLater: boolean,
): Promise<Pick<GenerationRequest, 'pictures' | 'readPicture'>> {
  const pictures: InputPicture[] = []
  const keys: string[] = []
  for (const { path, fileId } of storedPictures(params)) {
    const stored = await files.find(fileId)
    if (!stored) throw new HttpError('bad_picture', 'The picture of this task is no longer stored.')
    const { mimeType, sha256, name } = stored.file
    const bytes = isLater ? new Uint8Array() : await blobs.read(stored.blobKey)
    pictures.push({ path, mimeType, sha256, name, bytes })
    keys.push(stored.blobKey)
  }
  if (!isLater) return { pictures }
  const readPicture = (index: number) => {
    const key = keys[index]
    if (key === undefined) throw new HttpError('bad_picture', 'A photo of this task is missing.')
    return blobs.read(key)
  }
  return { pictures, readPicture }
}

const readSource =
  ({ store, blobs }: RunTaskOptions, { assetId }: TaskSource): ReadSourceFile =>
  async () => {
    const [asset] = await store.db
      .select({ blobKey: assets.blobKey, mimeType: assets.mimeType })
      .from(assets)
      .where(eq(assets.id, assetId))
    if (!asset) {
      throw new HttpError('not_found', 'The model that this step continues from was deleted.')
    }
    return { bytes: await blobs.read(asset.blobKey), mimeType: asset.mimeType }
  }

/**
 * Returns the task's id at the service, and submits the task if necessary. The intent to submit is
 * stored first. A task with an intent but without an id is never submitted again, because it could
 * be charged twice.
 */
async function submitOnce(
  { store }: RunTaskOptions,
  row: TaskRow,
  { provider, request }: { provider: GenerationProvider; request: GenerationRequest },
): Promise<string | undefined> {
  if (!provider.submit) return undefined
  if (row.upstreamId !== null) return row.upstreamId
  if (!(await claimSubmission(store, row))) {
    const { task } = (await findTask(store.db, row.id)) ?? {}
    if (task?.submittedAt) throw new HttpError('submission_uncertain', uncertainSentence)
    throw new HttpError('interrupted', 'The task was ended before it was sent.')
  }
  const { upstreamId } = await submit(provider.submit, request)
  await noteUpstreamId(store, row.id, upstreamId)
  return upstreamId
}

async function submit(
  send: NonNullable<GenerationProvider['submit']>,
  request: GenerationRequest,
): Promise<{ upstreamId: string }> {
  try {
    return await send(request, AbortSignal.timeout(submitTimeoutMs))
  } catch (error) {
    if (error instanceof HttpError) throw error
    throw new HttpError('submission_uncertain', uncertainSentence, { cause: error })
  }
}

export const uncertainSentence =
  'The connection was lost while this task was being sent to the service. It may have been accepted and may be billed. To be safe, it was not sent again.'

async function getName({ files, nameOfModel }: RunTaskOptions, row: TaskRow): Promise<string> {
  if (row.source) return row.source.name
  const picture = row.pictureFileId === null ? undefined : await files.find(row.pictureFileId)
  return picture?.file.name.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '') ?? nameOfModel(row.modelId)
}

const toRecipe = (
  { modelId, params, source }: TaskRow,
  { pictures }: GenerationRequest,
  { seed, modelVersion, cost, scan, warnings = [] }: GenerationResult,
) => ({
  modelId,
  params,
  ...(source && {
    source: { assetId: source.assetId, name: source.name, step: source.step },
  }),
  inputSha256: pictures.map(({ sha256 }) => sha256),
  ...(modelVersion !== undefined && { modelVersion }),
  ...(Number.isSafeInteger(seed) && { seed }),
  ...(cost !== undefined && { cost }),
  ...(warnings.length > 0 && { warnings: [...warnings] }),
  ...(scan && { scan }),
})
