import type { Model3d } from '#contract/models.ts'
import type { GradioApp } from './gradio-app.ts'

/**
 * One call of a sequence. `names` are alternative endpoints. The first one that the app has is
 * called.
 */
type Step = { names: readonly string[]; mayBeMissing?: boolean }

type KnownApp = Pick<Model3d, 'name' | 'description' | 'expectedSeconds'> & {
  model: string
  /** Calls in the order in which a user of the app's page triggers them. */
  steps: readonly Step[]
  /** A param that only this app has. Needed if another app has the same endpoints. */
  param?: string
}

const only = (...names: string[]): Step => ({ names })
const ifThere = (...names: string[]): Step => ({ names, mayBeMissing: true })
/** First calls of TRELLIS, which store the cut-out picture and a folder in the session. */
const trellisBegins = [ifThere('start_session'), ifThere('preprocess_image'), ifThere('get_seed')]
const hunyuan = 'Tencent’s open model'

/** If several entries have the same `model`, the first entry that matches the app is used. */
const knownApps: readonly KnownApp[] = [
  {
    model: 'trellis-2',
    name: 'TRELLIS.2',
    description: 'Microsoft’s model: materials and fine geometry from one picture.',
    expectedSeconds: 60,
    steps: [...trellisBegins, only('image_to_3d'), only('extract_glb')],
    param: 'decimation_target',
  },
  {
    model: 'trellis',
    name: 'TRELLIS',
    description: 'Microsoft’s first model, from one picture.',
    expectedSeconds: 60,
    steps: [...trellisBegins, only('generate_and_extract_glb')],
  },
  {
    model: 'trellis',
    name: 'TRELLIS',
    description: 'Microsoft’s first model, from one picture.',
    expectedSeconds: 60,
    steps: [...trellisBegins, only('image_to_3d'), only('extract_glb', 'extract_mesh')],
  },
  {
    model: 'triposr',
    name: 'TripoSR',
    description: 'A simple model in seconds, from one picture.',
    expectedSeconds: 10,
    steps: [ifThere('check_input_image'), only('preprocess'), only('generate')],
  },
  {
    model: 'spar3d',
    name: 'SPAR3D',
    description: 'Stability’s model with a better guess of the back, from one picture.',
    expectedSeconds: 10,
    steps: [only('requires_bg_remove'), only('run_button'), only('run_button')],
    param: 'guidance_scale',
  },
  {
    model: 'sf3d',
    name: 'Stable Fast 3D',
    description: 'Stability’s model: a textured model in seconds, from one picture.',
    expectedSeconds: 10,
    // The first press of the button removes the background. The second press generates the model.
    steps: [only('requires_bg_remove'), only('run_button'), only('run_button')],
  },
  {
    model: 'hunyuan3d-textured',
    name: 'Hunyuan3D with texture',
    description: `${hunyuan}: shape and texture from one picture.`,
    expectedSeconds: 120,
    steps: [only('generation_all')],
  },
  {
    model: 'hunyuan3d',
    name: 'Hunyuan3D',
    description: `${hunyuan}: the shape without a texture, from one picture.`,
    expectedSeconds: 60,
    steps: [only('shape_generation')],
  },
]

export type FoundModel = Pick<Model3d, 'name' | 'description' | 'expectedSeconds'> & {
  model: string
  chain: readonly string[]
}

export function findKnownModels(app: GradioApp): FoundModel[] {
  const found = new Map<string, FoundModel>()
  for (const { steps, param, model, ...about } of knownApps) {
    const chain = chainIn(app, steps)
    if (!chain || found.has(model)) continue
    const isIt = param === undefined || chain.some((name) => hasParam(app, name, param))
    // Entries with the same calls are the same app. The entry with `param` comes first.
    if (isIt && !isTaken(found, chain)) found.set(model, { model, ...about, chain })
  }
  return [...found.values()]
}

const isTaken = (found: ReadonlyMap<string, FoundModel>, chain: readonly string[]): boolean =>
  [...found.values()].some((other) => other.chain.join() === chain.join())

const hasParam = (app: GradioApp, endpoint: string, param: string): boolean =>
  app.endpoints.get(endpoint)?.parameters.some(({ parameter_name: name }) => name === param) ??
  false

function chainIn({ endpoints }: GradioApp, steps: readonly Step[]): string[] | undefined {
  const chain: string[] = []
  for (const { names, mayBeMissing = false } of steps) {
    const name = names.find((one) => endpoints.has(one))
    if (name !== undefined) chain.push(name)
    else if (!mayBeMissing) return undefined
  }
  return chain
}
