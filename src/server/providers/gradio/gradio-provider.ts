import { setTimeout as sleep } from 'node:timers/promises'
import type { Model3d } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { GenerationProvider } from '../../ports/generation-provider.ts'
import {
  importedModel,
  type ConnectedProvider,
  type ConnectionSettings,
  type ProviderKind,
} from '../../ports/provider-kind.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'
import { remember } from '../remember.ts'
import type { Tuning } from '../service/connect-service.ts'
import { configSchema } from './gradio-answers.ts'
import { isModelOutput, formatEndpointName, readApp, type GradioApp } from './gradio-app.ts'
import { createGradioForm, listGradioInputs, isPictureInput } from './gradio-form.ts'
import { readGradioModel, gradioWireSchema } from './gradio-import.ts'
import { huggingFace, locateGradioApp, type GradioPlace, type SpaceHub } from './gradio-place.ts'
import { runChain } from './gradio-run.ts'
import { findKnownModels, type FoundModel } from './known-apps.ts'

const root = 'http://127.0.0.1:7860'
const pollMsUsual = 5_000
const listTimeoutMs = 30_000
/** Maximum wait for a sleeping Space. Large Spaces load their models for minutes. */
const wakeMsMax = 15 * 60_000
const timeLimitMs = 90 * 60_000
const modelsMax = 20

/** Connects a Gradio app: a self-hosted server or a Space of Hugging Face. */
export function connectGradio(
  settings: ConnectionSettings,
  { pollMs = pollMsUsual, idleMs, ...tuning }: Tuning = {},
  hub: SpaceHub = huggingFace,
): ConnectedProvider {
  const place = locateGradioApp(settings, { root, tuning, hub })
  const app = remember(() => readAwake(place, AbortSignal.timeout(listTimeoutMs)))
  const due = new Set<string>()
  const generation: GenerationProvider = {
    id: settings.service.id,
    // A Gradio app usually has one graphics card, so the second task waits in the app's own queue.
    concurrency: 2,
    // Spaces deduct from a quota, but charge no money.
    isFree: true,
    timeLimitMs: () => timeLimitMs,
    listModels: async (signal) => getModels(settings.service.id, await app(signal)),
    // `produce` sends the call, because Spaces deduct from the quota when a call begins and return
    // results only to an open connection.
    submit: ({ taskId }) => {
      const upstreamId = `waiting-${taskId}`
      due.add(upstreamId)
      return Promise.resolve({ upstreamId })
    },
    produce: async ({ upstreamId = '', ...request }, report, signal) => {
      if (!due.delete(upstreamId)) throw lostByRestart(settings.service)
      await wakeUp(place, { report, signal, pollMs })
      const http = await place.http(signal)
      const known = await app(signal)
      const { allowedHosts } = settings
      const plan = getPlan(settings, request.model, known)
      return runChain({ http, app: known, ...plan, allowedHosts, pollMs, idleMs }, request, {
        report,
        signal,
      })
    },
  }
  return {
    url: place.url,
    generation,
    importer: {
      read: async (source, { signal }) =>
        readGradioModel(await readAwake(place, signal), source, settings.service.title),
    },
    checkKeys: async (signal) => {
      const said = await place.checkToken(signal)
      const { version } = await readAwake(place, signal)
      return `Gradio ${version}. ${said}`
    },
  }
}

const lostByRestart = ({ title }: UpstreamService) =>
  new HttpError(
    'submission_uncertain',
    `Bozzetto was restarted while it waited for ${title}, which shows a model only to whoever ordered it. The model may have been made and charged. To be safe, it was not ordered again.`,
  )

function getPlan(settings: ConnectionSettings, model: string, app: GradioApp) {
  const imported = importedModel(settings, model)
  const wire = imported && gradioWireSchema.safeParse(imported.wire).data
  if (wire) return { chain: wire.chain, output: imported.output }
  const found = findModels(app).find((one) => one.model === model)
  if (found) return { chain: found.chain }
  throw new HttpError('unknown_model', `${settings.service.title} has no model ${model}.`)
}

/**
 * Reads the app's description, and starts a sleeping Space.
 * @throws {HttpError} the errors of `readApp`, and `provider_unreachable` for a sleeping Space.
 */
async function readAwake(place: GradioPlace, signal: AbortSignal): Promise<GradioApp> {
  const http = await place.http(signal)
  try {
    return await readApp(http, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (!(await place.isAsleep(signal))) throw error
    await place.wake(signal)
    throw new HttpError(
      'provider_unreachable',
      `${http.service.title} is asleep at Hugging Face and is being woken, which takes a few minutes.`,
    )
  }
}

async function wakeUp(
  place: GradioPlace,
  options: { report: (move: { stage: string }) => void; signal: AbortSignal; pollMs: number },
): Promise<void> {
  const { report, signal, pollMs } = options
  const startMs = performance.now()
  for (let isFirst = true; await place.isAsleep(signal); isFirst = false) {
    if (isFirst) {
      report({ stage: 'Waking the Space' })
      await place.wake(signal)
    }
    if (performance.now() - startMs > wakeMsMax) {
      throw new HttpError(
        'provider_unreachable',
        `The Space has not started in ${wakeMsMax / 60_000} minutes. Look at its page on Hugging Face.`,
      )
    }
    await sleep(pollMs, undefined, { signal })
  }
}

function findModels(app: GradioApp): FoundModel[] {
  const known = findKnownModels(app)
  if (known.length > 0) return known
  return [...app.endpoints.values()]
    .filter(({ name, outputs }) => {
      const shows = outputs.flatMap((id) => app.components.get(id) ?? []).some(isModelOutput)
      return shows && listGradioInputs(app, [name]).some(({ component: made }) => isSource(made))
    })
    .slice(0, modelsMax)
    .map(({ name }) => ({
      model: name,
      name: formatEndpointName(name),
      description: `The function ${name} of ${app.title === '' ? 'this app' : app.title}.`,
      chain: [name],
    }))
}

const isSource = (component: Parameters<typeof isPictureInput>[0]): boolean =>
  isPictureInput(component) || component.type === 'textbox'

const getModels = (provider: string, app: GradioApp): Model3d[] =>
  findModels(app).map(({ model, chain, ...about }) => ({
    ...about,
    id: `${provider}/${model}`,
    provider,
    kind: '3d',
    paramSchema: createGradioForm(app, chain),
  }))

export const gradioKind: ProviderKind = {
  id: 'gradio',
  name: 'Gradio or Hugging Face Space',
  about: 'TRELLIS, Stable Fast 3D, TripoSR, Hunyuan3D and other apps, on a server or as a Space.',
  offers: ['3d'],
  group: 'custom',
  address: { example: 'microsoft/TRELLIS.2', takesSpaces: true },
  secrets: [{ id: 'key', label: 'Hugging Face token', isRequired: false, placeholder: 'hf_…' }],
  keyUrl: 'https://huggingface.co/settings/tokens',
  localMarks: [{ origin: root, path: '/config', isIt: makesModels }],
  imports: { label: 'Name of the function', example: '/image_to_3d', isFile: false },
  connect: (settings) => connectGradio(settings),
}

function makesModels(answer: unknown): boolean {
  const config = configSchema.safeParse(answer).data
  if (!config?.protocol.startsWith('sse_v')) return false
  const hunyuan = ['generation_all', 'shape_generation']
  return (
    config.components.some(isModelOutput) ||
    config.dependencies.some(({ api_name: name }) => name !== false && hunyuan.includes(name))
  )
}
