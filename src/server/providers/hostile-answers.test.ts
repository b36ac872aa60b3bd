import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { paramSchemaSchema } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { HttpError } from '../errors/http-error.ts'
import { tinyGlb } from '../generation/tasks.fixture.ts'
import type { ReportProgress } from '../ports/generation-provider.ts'
import { storable } from '../store/storable.ts'
import { comfyFixture } from './comfyui/comfy.fixture.ts'
import { falDocument } from './fal/fal-openapi.fixture.ts'
import { falFixture } from './fal/fal.fixture.ts'
import { completed, events, fileData, gradioFixture } from './gradio/gradio.fixture.ts'
import { html, json, openService, type StandInAnswer } from './service/service.fixture.ts'
import {
  settingsFor,
  type Service3dFixture,
  type TestService,
} from './service/service-3d.fixture.ts'

let service: TestService
beforeEach(async () => {
  service = await openService()
})
afterEach(() => service.close())

const signal = () => AbortSignal.timeout(300_000)

/** Maximum memory in these tests, well above the peak for the largest accepted response. */
const memoryMaxBytes = 400 * 2 ** 20

const body =
  (text: string | (() => string), type = 'application/json'): StandInAnswer =>
  (_call, response) =>
    response.writeHead(200, { 'content-type': type }).end(typeof text === 'string' ? text : text())

const nested = (depth: number, inner = '0') => '['.repeat(depth) + inner + ']'.repeat(depth)
const nestedFields = (depth: number) => '{"a":'.repeat(depth) + '0' + '}'.repeat(depth)

const wrongBodies: readonly [string, StandInAnswer][] = [
  ['a list of 200,000 zeros', body(() => `[${'0,'.repeat(199_999)}0]`)],
  ['an object of 100,000 names', body(() => `{${'"a":0,'.repeat(99_999)}"b":0}`)],
  ['lists nested 5,000 deep', body(nested(5_000))],
  ['objects nested 5,000 deep', body(nestedFields(5_000))],
  ['NUL characters', body('\0'.repeat(1_000))],
  ['NUL in a text', body(JSON.stringify('\0'))],
  ['half a character', body(String.raw`"\ud800"`)],
  ['a number that overflows', body('1e999')],
  ['a negative number', body('-1')],
  ['true', body('true')],
  ['two megabytes of text', body(() => JSON.stringify('x'.repeat(2 ** 21)))],
  [
    'the names __proto__ and constructor',
    body('{"__proto__":{"status":"x"},"constructor":{"prototype":1}}'),
  ],
  ['a web page', html(200)],
  ['bytes that are not UTF-8', (_call, response) => response.end(Buffer.alloc(5_000, 0xff))],
]

const wrongValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e300,
  '',
  '\0',
  '\ud800',
  'x'.repeat(20_000),
  '__proto__',
  [],
  {},
  Array.from({ length: 2_000 }, (_, k) => k),
  JSON.parse(nested(60)),
  { ['\0']: '\udc00', length: -1 },
]

/** Number of invalid values that are tried per position of a response. */
const wrongAtOnce = 2

/** Yields copies of `value` in which one part is replaced by an invalid value. */
function* spoiled(value: unknown): Generator {
  let next = 0
  function* within(part: unknown): Generator {
    for (let at = 0; at < wrongAtOnce; at++) yield wrongValues[next++ % wrongValues.length]
    if (typeof part !== 'object' || part === null) return
    for (const [name, inner] of Object.entries(part)) {
      for (const other of within(inner)) {
        yield Array.isArray(part)
          ? part.map((one: unknown, at) => (String(at) === name ? other : one))
          : { ...part, [name]: other }
      }
    }
  }
  yield* within(value)
}

type Outcome = { faults: string[]; error?: HttpError }

async function getOutcome(fixture: Service3dFixture, limitMs = 400): Promise<Outcome> {
  const faults: string[] = []
  const tuning = { pollMs: 1, limitMs, idleMs: limitMs }
  const { generation } = fixture.connect(settingsFor(service.origin, fixture.secrets), tuning)
  const within = signal()
  const report: ReportProgress = ({ stage, progress }) => {
    if (stage !== undefined) faults.push(...getFaults(`${stage}.`))
    if (progress !== undefined && !(progress >= 0 && progress <= 1)) faults.push(`at ${progress}`)
  }
  try {
    const submitted = await generation!.submit?.(fixture.request, within)
    await generation!.produce({ ...fixture.request, ...submitted }, report, within)
    return { faults }
  } catch (error) {
    if (!(error instanceof HttpError) || error.code === 'internal') throw error
    return { faults: [...faults, ...getFaults(error.message)], error }
  }
}

const getFaults = (text: string): string[] =>
  text.length < 800 && text.isWellFormed() && /^[^\0]*\S[.”]$/.test(text)
    ? []
    : [text.slice(0, 900)]

async function getMemory(work: Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 10)
  try {
    await work
    return most
  } finally {
    clearInterval(timer)
  }
}

const looks: readonly [Service3dFixture, route: string, right: unknown][] = [
  [
    comfyFixture,
    'GET /history/up-1',
    {
      'up-1': {
        outputs: { 3: { '3d': [{ filename: 'a.glb', subfolder: '', type: 'output' }] } },
        status: { status_str: 'success', messages: [['execution_error', { node_type: 'x' }]] },
      },
    },
  ],
  [comfyFixture, 'GET /queue', { queue_running: [[0, 'other', {}]], queue_pending: [[1, 'up-1']] }],
  [comfyFixture, 'POST /upload/image', { name: '0.png', subfolder: 'bozzetto' }],
  [
    falFixture,
    falFixture.routes.look!,
    { status: 'IN_PROGRESS', queue_position: 2, logs: [{ message: '40%' }] },
  ],
  [
    falFixture,
    falFixture.routes.look!.replace('/status', ''),
    { model_glb: { url: 'URL' }, model_urls: { obj: { url: 'URL' } }, seed: 7 },
  ],
  [gradioFixture, 'POST /gradio_api/upload', ['/tmp/gradio/a.png']],
]

describe.each(looks.map((look) => [look[0].name, look[1], look] as const))(
  '%s provider with a hostile response to %s',
  (_service, _route, [fixture, route, right]) => {
    it.each(wrongBodies)('returns a model or a readable error for %s', async (_name, answer) => {
      fixture.serve(service, tinyGlb())
      const [first, ...rest] = service.answersOf(route)
      service.on(route, answer, first!, ...rest)
      expect((await getOutcome(fixture)).faults).toEqual([])
    })

    it('returns a model or a readable error for an invalid value at any position', async () => {
      for (const answer of spoiled(right)) {
        fixture.serve(service, tinyGlb())
        const [first, ...rest] = service.answersOf(route)
        service.on(route, json(answer), first!, ...rest)
        expect((await getOutcome(fixture)).faults).toEqual([])
      }
    })
  },
)

const eventStream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })
const glbPath = '/tmp/gradio/b2/white_mesh.glb'
const stream = 'GET /gradio_api/queue/data'

const endless =
  (piece: string, status = 200): StandInAnswer =>
  (_call, response) => {
    response.writeHead(status, { 'content-type': 'text/event-stream' })
    const more = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  }
const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`

const answered = (answer: StandInAnswer): Promise<Outcome> => {
  gradioFixture.serve(service, tinyGlb())
  service.on(stream, answer)
  return getOutcome(gradioFixture)
}

describe('Gradio event stream', () => {
  it('returns a model or a readable error for any invalid event', async () => {
    const [ended] = completed('e1', [{ path: glbPath }, 7])
    const step = { index: 1, length: 30, progress: 0.5, desc: 'Sampling' }
    const right = [
      { msg: 'estimation', event_id: 'e1', rank: 2 },
      { msg: 'progress', event_id: 'e1', progress_data: [step] },
      { msg: 'log', event_id: 'e1', log: 'words' },
      { msg: 'unexpected_error', event_id: 'e1', message: 'words' },
      ended!,
    ]
    for (const one of right) {
      for (const wrong of spoiled(one)) {
        const all = events(wrong as object, ...completed('e1', [{ path: glbPath }]))
        expect((await answered(all)).faults).toEqual([])
      }
    }
  })

  it.each<[string, StandInAnswer, limitMs: number]>([
    ['no line ends', endless('x'.repeat(65_536)), 4_000],
    ['one event never ends', endless('data: xxxxxxxxxxxxxxxx\n'.repeat(4_000)), 4_000],
    ['an error never ends', endless('no '.repeat(20_000), 500), 4_000],
    ['comments never end', endless(': here\n\n'.repeat(8_000)), 300],
    [
      'events of others never end',
      endless(event({ msg: 'log', event_id: 'other', log: 'x' }).repeat(500)),
      300,
    ],
    ['nothing comes', (_call, response) => void eventStream(response).write(':\n\n'), 150],
    [
      'it breaks in the middle of a sign',
      (_call, response) => eventStream(response).end(Buffer.from([0x64, 0x61, 0xe2, 0x82])),
      4_000,
    ],
  ])('throws a readable error and needs little memory when %s', async (_name, answer, limitMs) => {
    gradioFixture.serve(service, tinyGlb())
    service.on(stream, answer)
    let outcome: Outcome | undefined
    const work = getOutcome(gradioFixture, limitMs).then((one) => (outcome = one))
    expect(await getMemory(work)).toBeLessThan(memoryMaxBytes)
    expect(outcome).toMatchObject({ faults: [], error: expect.any(HttpError) as HttpError })
  })

  it('limits the log and the wait when the app sends log lines without end', async () => {
    gradioFixture.serve(service, tinyGlb())
    service.on(
      stream,
      endless(event({ msg: 'log', event_id: 'e1', log: 'x'.repeat(400) }).repeat(99)),
    )
    const settings = settingsFor(service.origin, {})
    const { generation } = gradioFixture.connect(settings, { pollMs: 1 })
    const stop = AbortSignal.timeout(700)
    const submitted = await generation!.submit!(gradioFixture.request, stop)
    const work = generation!.produce({ ...gradioFixture.request, ...submitted }, () => {}, stop)
    const ended = work.catch((error: unknown) => String(error))
    expect(await getMemory(ended)).toBeLessThan(memoryMaxBytes)
    expect(await ended).toMatch(/abort|timeout/i)
  })

  it.each([
    'http://127.0.0.1:1/a.glb',
    'http://localhost:1/a.glb',
    'http://[::1]:1/a.glb',
    'http://169.254.169.254/latest/a.glb',
    'http://10.0.0.1/a.glb',
    'http://0x7f.1/a.glb',
    'https://user:word@example.com/a.glb',
    'file:///etc/a.glb',
  ])('refuses to connect to an internal address: %s', async (address) => {
    const settings = { ...settingsFor(service.origin, {}), allowedHosts: [] }
    for (const output of [address, fileData(address), { value: { path: address } }]) {
      gradioFixture.serve(service, tinyGlb())
      service.on(stream, events(...completed('e1', [output])))
      const { generation } = gradioFixture.connect(settings, {
        pollMs: 1,
        limitMs: 300,
        idleMs: 300,
      })
      const submitted = await generation!.submit!(gradioFixture.request, signal())
      const work = generation!.produce(
        { ...gradioFixture.request, ...submitted },
        () => {},
        signal(),
      )
      await expect(work).rejects.toBeInstanceOf(HttpError)
    }
  })
})

/** Reports a form that the server could not store or the page could not show. */
function faultsOfForm({ paramSchema }: { paramSchema: ParamSchema }): string[] {
  const kept = paramSchemaSchema.safeParse(JSON.parse(JSON.stringify(paramSchema)))
  const fields = readFields(paramSchema)
  const isRight = fields.length <= 200 && fields.every(({ title }) => typeof title === 'string')
  return kept.success && isRight ? [] : [JSON.stringify(paramSchema).slice(0, 900)]
}

const workflow = {
  1: { class_type: 'LoadImage', inputs: { image: 'example.png' } },
  2: { class_type: 'Make', inputs: { image: ['1', 0], seed: 1, kind: 'a' } },
}
const make = {
  output_node: true,
  input: { required: { seed: ['INT', { min: 0, max: 9 }], kind: [['a', 'b'], {}] } },
}
const gradioConfig = {
  version: '5.1.0',
  protocol: 'sse_v3',
  components: [
    { id: 1, type: 'image', props: { label: 'Picture' } },
    { id: 2, type: 'slider', props: { label: 'Steps', minimum: 1, maximum: 9, step: 1, value: 3 } },
    { id: 3, type: 'dropdown', props: { choices: [['A', 'a']], value: 'a' } },
    { id: 4, type: 'model3d', props: {} },
  ],
  dependencies: [{ id: 0, api_name: 'make', inputs: [1, 2, 3], outputs: [4] }],
}
const gradioInfo = {
  named_endpoints: { '/make': { parameters: [{ label: 'Picture', parameter_name: 'picture' }] } },
}
const falModel = 'someone/new-3d/fast'
const descriptions: readonly [Service3dFixture, route: string, right: unknown, source: string][] = [
  [comfyFixture, 'GET /object_info/Make', { Make: make }, JSON.stringify(workflow)],
  [gradioFixture, 'GET /config', gradioConfig, '/make'],
  [gradioFixture, 'GET /gradio_api/info', gradioInfo, '/make'],
  [
    falFixture,
    'GET /v1/models',
    { models: [{ endpoint_id: falModel, openapi: falDocument(falModel) }] },
    falModel,
  ],
]

describe.each(descriptions.map((one) => [one[0].name, one[1], one] as const))(
  '%s provider with a hostile model description from %s',
  (_service, _route, [fixture, route, right, source]) => {
    const faults = async (answer: StandInAnswer): Promise<string[]> => {
      fixture.serve(service, tinyGlb())
      service.on('GET /object_info/LoadImage', json({ LoadImage: {} }))
      if (fixture === gradioFixture) {
        service.on('GET /config', json(gradioConfig))
        service.on('GET /gradio_api/info', json(gradioInfo))
      }
      service.on(route, answer)
      const tuning = { pollMs: 1, limitMs: 400, idleMs: 400 }
      const provider = fixture.connect(settingsFor(service.origin, fixture.secrets), tuning)
      try {
        const form = await provider.importer!.read(source, { signal: signal() })
        const models = await provider.generation!.listModels(signal())
        return [form, ...models].flatMap((one) => [
          ...faultsOfForm(one),
          ...getFaults(`${storable(one.name)}.`),
        ])
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        return getFaults(error.message)
      }
    }

    it.each(wrongBodies)('returns a valid form or a readable error for %s', async (_name, answer) =>
      expect(await faults(answer)).toEqual([]),
    )

    it('returns a valid form or a readable error for an invalid value at any position', async () => {
      for (const answer of spoiled(right)) expect(await faults(json(answer))).toEqual([])
    })
  },
)

it('connectFal ignores invalid prices in the price list', async () => {
  const right = {
    prices: [
      { endpoint_id: falFixture.request.model, unit_price: 1, unit: 'model', currency: 'USD' },
    ],
  }
  const { generation } = falFixture.connect(settingsFor(service.origin, falFixture.secrets), {})
  for (const answer of spoiled(right)) {
    service.on('GET /v1/models/pricing', json(answer))
    const price = await generation!.readPrice!(falFixture.request, signal()).catch(
      (error: unknown) => (error instanceof HttpError ? undefined : Promise.reject(error as Error)),
    )
    expect(Number(price?.amount ?? 0)).toBeGreaterThanOrEqual(0)
  }
})
