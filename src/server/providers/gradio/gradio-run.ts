import { isRecord } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import { ownValue } from '#lib/own-value.ts'
import { HttpError } from '../../errors/http-error.ts'
import type {
  GenerationRequest,
  GenerationResult,
  InputPicture,
  ReportProgress,
} from '../../ports/generation-provider.ts'
import { downloadFresh } from '../service/download-fresh.ts'
import { downloadResult, readOwnResult, type DownloadedResult } from '../service/download-result.ts'
import { fillPictures, toFile } from '../service/picture-data.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import { withId } from '../service/task-end.ts'
import { TaskFailedError } from '../service/task-failed.ts'
import { gradioUploadSchema, type GradioComponent } from './gradio-answers.ts'
import { isState, type GradioApp } from './gradio-app.ts'
import { hasSeed, listGradioInputs, type GradioInput } from './gradio-form.ts'
import { callEndpoint, keepSession, type GradioSession } from './gradio-session.ts'

const uploadTimeoutMs = 60_000

type RunOptions = {
  http: ServiceHttp
  app: GradioApp
  chain: readonly string[]
  /** Index of the output that contains the model. Default: the first output with a model. */
  output?: string | undefined
  allowedHosts: readonly string[]
  pollMs: number
  idleMs?: number | undefined
}

/**
 * Runs a sequence of calls as the app's page would. Each call reads its inputs from the values of
 * the page's components and stores its outputs there.
 * @throws {HttpError} with the reason.
 */
export async function runChain(
  options: RunOptions,
  request: GenerationRequest,
  { report, signal }: { report: ReportProgress; signal: AbortSignal },
): Promise<GenerationResult> {
  const { http, app, chain } = options
  const session = { http, app, hash: newId() }
  const inputs = listGradioInputs(app, chain)
  const values = await valuesFor(session, { inputs, request }, signal)
  const letGo = keepSession(session)
  let lastId: string | undefined
  const warnings = new Set<string>()
  try {
    let found: string[] = []
    for (const [at, name] of chain.entries()) {
      // A repeated button press is skipped if the previous press has returned the model.
      if (found.length > 0 && chain[at - 1] === name) continue
      const endpoint = app.endpoints.get(name)
      if (!endpoint) throw lacks(http, name)
      const data = endpoint.inputs.map((id) => getValue(app, values, id))
      const made = await callEndpoint(session, { endpoint, data }, { report, signal })
      lastId = made.eventId
      for (const line of made.logs) if (isAboutToken(line)) warnings.add(unknownToken(http))
      endpoint.outputs.forEach((id, out) => keepOutput(values, id, made.data[out]))
      const isLast = at === chain.length - 1
      const chosen =
        isLast && options.output !== undefined ? [made.data[Number(options.output)]] : []
      found = modelsIn(chosen)
      if (found.length === 0) found = modelsIn(made.data)
    }
    report({ stage: 'Downloading the model' })
    const { bytes, kind } = await downloadFirst(options, found, signal)
    return {
      bytes,
      mimeType: kind.mimeType,
      fileName: `model.${kind.extension}`,
      ...seedIn(inputs, values),
      ...(warnings.size > 0 && { warnings: [...warnings] }),
    }
  } catch (error) {
    throw lastId === undefined || signal.aborted ? error : withId(error, lastId)
  } finally {
    letGo()
  }
}

const lacks = ({ service }: ServiceHttp, name: string): HttpError =>
  new HttpError('unknown_model', `${service.title} no longer has the function ${name}.`)

const isAboutToken = (line: string): boolean => /falling back to ip-based quotas/i.test(line)

const unknownToken = ({ service }: ServiceHttp): string =>
  `${service.title} did not recognize the token, so its GPU minutes were not used.`

async function valuesFor(
  session: GradioSession,
  { inputs, request }: { inputs: readonly GradioInput[]; request: GenerationRequest },
  signal: AbortSignal,
): Promise<Map<number, unknown>> {
  const filled = await fillPictures(request, (picture) => upload(session, picture, signal))
  const values = new Map<number, unknown>()
  for (const { param, component } of inputs) {
    const value = ownValue(filled, param)
    if (param === 'randomize_seed' && hasSeed(inputs)) {
      values.set(component.id, filled['seed'] === undefined || filled['seed'] === null)
    } else if (value !== undefined) values.set(component.id, toComponent(component, value))
  }
  return values
}

function toComponent({ type }: GradioComponent, value: unknown): unknown {
  if (type === 'gallery' && Array.isArray(value)) {
    return value.map((image: unknown) => ({ image, caption: null }))
  }
  if (type === 'imageeditor') return { background: value, layers: [], composite: value }
  return value
}

function getValue(
  { components }: GradioApp,
  values: ReadonlyMap<number, unknown>,
  id: number,
): unknown {
  const component = components.get(id)
  if (!component || (isState(component) && component.type === 'state')) return null
  if (values.has(id)) return values.get(id)
  const { props, type } = component
  return props['value'] ?? (type === 'gallery' ? [] : null)
}

function keepOutput(values: Map<number, unknown>, id: number, output: unknown): void {
  if (!isRecord(output) || output['__type__'] !== 'update') values.set(id, output)
  else if ('value' in output) values.set(id, output['value'])
}

async function upload(
  { http, app, hash }: GradioSession,
  picture: InputPicture,
  signal: AbortSignal,
): Promise<unknown> {
  const body = new FormData()
  const file = toFile(picture)
  body.append('files', file)
  const options = { method: 'POST', body, signal, timeoutMs: uploadTimeoutMs }
  const path = `${app.prefix}/upload?upload_id=${hash}`
  const uploaded = gradioUploadSchema.safeParse(await http.json(path, options)).data?.[0]
  if (uploaded === undefined) {
    throw new HttpError('provider_failed', `${http.service.title} did not take the picture.`)
  }
  return {
    path: uploaded,
    orig_name: file.name,
    mime_type: picture.mimeType,
    size: picture.bytes.byteLength,
    meta: { _type: 'gradio.FileData' },
  }
}

const modelEnding = /\.(?:glb|gltf|obj|stl|ply|fbx|usdz|3mf|zip)$/i
const depthMax = 5

function modelsIn(data: unknown, depth = 0): string[] {
  if (depth > depthMax) return []
  if (Array.isArray(data)) {
    return [...new Set(data.flatMap((one) => modelsIn(one, depth + 1)))].toSorted(
      (a, b) => Number(/\.glb$/i.test(b)) - Number(/\.glb$/i.test(a)),
    )
  }
  if (!isRecord(data)) return typeof data === 'string' && isModelPath(data) ? [data] : []
  const { path } = data
  if (typeof path === 'string' && isModelPath(path)) return [path]
  return Object.values(data).flatMap((one) => modelsIn(one, depth + 1))
}

/** A sentence may also end with a file name, so only paths and URLs count. */
const isModelPath = (text: string): boolean =>
  text.length < 2_000 && /^(?:\/|https?:|[a-z]:\\)/i.test(text) && modelEnding.test(text)

function downloadFirst(
  { http, app, allowedHosts, pollMs, idleMs }: RunOptions,
  [path]: readonly string[],
  signal: AbortSignal,
): Promise<DownloadedResult> {
  if (path === undefined) {
    throw new TaskFailedError(
      'provider_failed',
      `${http.service.title} finished, but its output has no model.`,
    )
  }
  const timeoutMs = idleMs === undefined ? {} : { timeoutMs: idleMs }
  const file = `${app.prefix}/file=${path.split('/').map(encodeURIComponent).join('/')}`
  return downloadFresh(path, {
    download: () =>
      /^https?:/i.test(path)
        ? downloadResult(path, signal, { allowedHosts, ...timeoutMs })
        : readOwnResult((within) => http.open(file, { signal: within }), {
            pathname: `/${path.split(/[/\\]/).at(-1) ?? ''}`,
            signal,
            ...timeoutMs,
          }),
    again: () => Promise.resolve(path),
    pollMs,
    signal,
  })
}

/** Reads the seed after the calls, because the app may have chosen the seed. */
function seedIn(inputs: readonly GradioInput[], values: ReadonlyMap<number, unknown>) {
  const seed = inputs.find(({ param }) => param === 'seed')
  const value = seed && values.get(seed.component.id)
  return typeof value === 'number' && Number.isSafeInteger(value) ? { seed: value } : {}
}
