import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Params } from '#lib/params/param-schema.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { GenerationRequest } from '../../ports/generation-provider.ts'
import { isPassing, type ServiceHttp } from '../service/service-http.ts'
import { orderOnce } from '../service/order-once.ts'
import { fillPictures } from '../service/picture-data.ts'
import { findRefusal, TripoRefusal } from './tripo-errors.ts'
import { toNamedViews } from './tripo-form.ts'
import { findTripoModel } from './tripo-models.ts'
import { defaultVersions } from './tripo-schema.ts'
import { findTripoStep, rigged, createTripoStepBody } from './tripo-steps.ts'
import { readTripoTask } from './tripo-task.ts'
import { uploadFile } from './tripo-upload.ts'

const orderTimeoutMs = 30_000
/**
 * Maximum wait for the free check whether a model can be rigged. Afterwards the rig is requested
 * without the check's result.
 */
const rigCheckMs = 15_000
/** Pause between two polls of the check, and before a submission is repeated. */
const usualPauseMs = 1_000

const orderedSchema = z.looseObject({
  data: z.looseObject({ task_id: z.string().regex(/^[\w-]{1,200}$/) }),
})

export type OrderOptions = {
  allowedHosts: readonly string[]
  signal: AbortSignal
  pollMs?: number | undefined
}

/**
 * Submits a model or a step.
 * @returns the task's id.
 * @throws {HttpError} the errors of `orderOnce`.
 */
export async function orderTask(
  http: ServiceHttp,
  request: GenerationRequest,
  options: OrderOptions,
): Promise<string> {
  const { model, source } = request
  const params = await fillPictures(request, (picture) => uploadFile(http, picture, options))
  if (!source) {
    const known = findTripoModel(model)
    if (!known) throw gone(http)
    const body = modelBody(known.schema[1], params)
    return post(http, { path: known.path, body }, options)
  }
  return orderStep(http, { ...request, params, source }, options)
}

type StepRequest = GenerationRequest & { source: NonNullable<GenerationRequest['source']> }

/**
 * Submits a step that continues from the task that made the model. If the key cannot read that
 * task, the model's file is uploaded instead.
 */
async function orderStep(
  http: ServiceHttp,
  { model, params, source }: StepRequest,
  options: OrderOptions,
): Promise<string> {
  const step = findTripoStep(model)
  if (!step) throw gone(http)
  const orderWith = async (input: string) => {
    if (model === rigged) await checkRig(http, input, options)
    return post(http, { path: step.path, body: createTripoStepBody(model, params, input) }, options)
  }
  try {
    return await orderWith(source.upstreamId)
  } catch (error) {
    const isLost = error instanceof TripoRefusal && lostSources.has(error.number)
    if (!isLost || !step.takesFiles || !source.readFile) throw error
    return orderWith(await uploadFile(http, await source.readFile(), options))
  }
}

/**
 * Error codes after which the model's file is uploaded: the task belongs to v2 or another key, has
 * no files, or cannot be continued.
 */
const lostSources = new Set([2001, 2006, 2007, 2019])

/**
 * Checks whether a model can be rigged, which is free. If the check times out, the rig is requested
 * anyway.
 * @throws {HttpError} if the model cannot be rigged. Nothing was charged.
 */
async function checkRig(http: ServiceHttp, input: string, options: OrderOptions): Promise<void> {
  const { signal, pollMs = usualPauseMs } = options
  const giveUpAt = performance.now() + rigCheckMs
  try {
    const body = JSON.stringify({ input })
    const answer = await http.json('/animations/rig-check', { method: 'POST', body, signal })
    const { task_id: id } = orderedSchema.parse(answer).data
    while (performance.now() < giveUpAt) {
      const task = await readTripoTask(http, id, signal)
      if (task.status === 'success') {
        if (task.output?.riggable === false) throw unriggable(http)
        return
      }
      await sleep(pollMs, undefined, { signal })
    }
  } catch (error) {
    signal.throwIfAborted()
    const isSure =
      error instanceof TripoRefusal || (error instanceof HttpError && !isPassing(error))
    if (isSure) throw error
  }
}

const unriggable = ({ service }: ServiceHttp): HttpError =>
  new HttpError(
    'provider_refused',
    `${service.title} cannot rig this model: it finds no body in it. Nothing was charged.`,
  )

const post = (
  http: ServiceHttp,
  { path, body }: { path: string; body: object },
  { signal, pollMs = usualPauseMs }: OrderOptions,
): Promise<string> =>
  orderOnce(
    http,
    { path, body: JSON.stringify(body), signal, timeoutMs: orderTimeoutMs, repeatMs: pollMs },
    {
      idOf: (answer) => orderedSchema.safeParse(answer).data?.data.task_id,
      refused: (answer) => findRefusal(http, answer, { isOrder: true }),
    },
  )

/**
 * The body always contains the version, because Tripo's default differs from the default of some
 * forms.
 */
const modelBody = (kind: keyof typeof defaultVersions, { inputs, ...params }: Params) => ({
  model: defaultVersions[kind],
  ...params,
  ...(Array.isArray(inputs) && { inputs: toNamedViews(inputs) }),
})

const gone = ({ service }: ServiceHttp): HttpError =>
  new HttpError(
    'unknown_model',
    `${service.title} does not offer this any more. Choose another model.`,
  )
