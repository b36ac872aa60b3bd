import { describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { tinyGlb } from '../../generation/tasks.fixture.ts'
import { json, openService } from '../service/service.fixture.ts'
import { settingsFor } from '../service/service-3d.fixture.ts'
import { errorIn, savedModels } from './comfy-answers.ts'
import { createPromptSteps } from './comfy-progress.ts'
import { comfyFixture } from './comfy.fixture.ts'
import { fillWorkflow } from './fill-workflow.ts'

const workflow = {
  1: { class_type: 'LoadImage', inputs: { image: 'example.png' } },
  2: { class_type: 'ImageToModel', inputs: { image: ['1', 0], seed: 1 }, _meta: { title: 'Make' } },
}
const none = new Map<string, string>()
const file = (filename: string) => ({ filename, subfolder: 'out', type: 'output' })

describe('fillWorkflow', () => {
  it('sets params by node and input, and the picture in each node that loads a picture', () => {
    const pictures = new Map([['file', 'bozzetto/a.png']])
    const filled = fillWorkflow({ workflow, '2.seed': 7, file: {} }, pictures)
    expect(filled['1']?.inputs).toEqual({ image: 'bozzetto/a.png' })
    expect(filled['2']).toEqual({ ...workflow[2], inputs: { image: ['1', 0], seed: 7 } })
    expect(workflow[2].inputs.seed).toBe(1)
  })

  it.each([
    ['nothing', undefined, 'missing'],
    ['a saved workflow', { nodes: [], links: [] }, 'Export \\(API\\)'],
    ['something else', { 1: { type: 'LoadImage' } }, 'Export \\(API\\)'],
  ])('refuses an invalid workflow and explains what to do: %s', (_name, value, said) => {
    expect(() => fillWorkflow({ workflow: value }, none)).toThrow(new RegExp(said))
  })

  it('refuses a param of a missing node, and a picture that no node loads', () => {
    expect(() => fillWorkflow({ workflow, '9.seed': 7 }, none)).toThrow('no node 9')
    const bare = { 2: workflow[2] }
    const pictures = new Map([['file', 'a.png']])
    expect(() => fillWorkflow({ workflow: bare }, pictures)).toThrow('no LoadImage')
  })

  it('lists the saved models of a workflow with GLB files first, and finds the error of a failed workflow', () => {
    const outputs = { 3: { result: [file('a.obj'), file('b.png')] }, 4: { '3d': [file('c.glb')] } }
    expect(savedModels(outputs)).toEqual([
      '/view?filename=c.glb&subfolder=out&type=output',
      '/view?filename=a.obj&subfolder=out&type=output',
    ])
    const details = { exception_message: 'Out of memory', node_type: 'ImageToModel' }
    expect(
      errorIn([
        ['execution_start', {}],
        ['execution_error', details],
      ]),
    ).toBe('ImageToModel: Out of memory')
  })
})

const data = (type: string, more: object) => ({ type, data: { prompt_id: 'mine', ...more } })

describe('watchComfy', () => {
  const nodes = fillWorkflow({ workflow }, none)
  const hearing = (...messages: object[]) => {
    const steps = createPromptSteps('mine', nodes)
    for (const message of messages) steps.hear(message)
    return steps.seen()
  }
  it('counts finished nodes, and adds the finished part of the running node', () => {
    expect(hearing()).toEqual({})
    expect(hearing(data('executing', { node: '1' }))).toEqual({ doing: 'LoadImage', progress: 0 })
    const step = data('progress', { node: '2', value: 5, max: 20 })
    const seen = { doing: 'Make, step 5 of 20', progress: 0.5 + 0.25 / 2 }
    expect(hearing(data('execution_cached', { nodes: ['1'] }), step)).toEqual(seen)
    const state = { 1: { state: 'finished' }, 2: { state: 'running', value: 5, max: 20 } }
    expect(hearing(data('progress_state', { nodes: state }))).toEqual(seen)
    expect(hearing(step, data('executed', { node: '2' }))).toMatchObject({ doing: 'Make' })
  })

  it('ignores events of other prompts and malformed events', () => {
    const foreign = { type: 'executing', data: { prompt_id: 'other', node: '1' } }
    const odd = data('progress', { node: 7, value: 'x', max: {} })
    const proto = { type: '__proto__', data: { nodes: ['1'] } }
    const unknown = data('execution_cached', { nodes: ['constructor', '99', null] })
    expect(hearing(foreign, odd, proto, unknown, { type: 'progress' }, [])).toEqual({})
  })
})

it('reports the current node of a task, and closes the socket at the end', async () => {
  const service = await openService()
  const sockets = new WebSocketServer({ server: service.server, path: '/ws' })
  try {
    comfyFixture.serve(service, tinyGlb())
    const running = service.answersOf('GET /queue').at(-1)!
    const finished = service.answersOf('GET /history/up-1').at(-1)!
    service.on('GET /history/up-1', json({}))
    service.on('GET /queue', running)
    const clients: (string | null)[] = []
    sockets.on('connection', (socket, { url = '' }) => {
      clients.push(new URL(url, service.origin).searchParams.get('clientId'))
      socket.send(Buffer.alloc(64))
      socket.send('not JSON')
      const step = { node: '2', value: 3, max: 20, prompt_id: 'up-1' }
      socket.send(JSON.stringify({ type: 'progress', data: step }))
    })
    const stages: string[] = []
    const { generation } = comfyFixture.connect(settingsFor(service.origin, {}), { pollMs: 2 })
    await generation!.produce(
      { ...comfyFixture.request, upstreamId: 'up-1' },
      ({ stage = '' }) => {
        stages.push(stage)
        if (stage.includes('step 3')) service.on('GET /history/up-1', finished)
      },
      AbortSignal.timeout(300_000),
    )
    expect(stages).toContain('My service is making the model: ImageToModel, step 3 of 20')
    expect(clients).toEqual(['bozzetto-task'])
    await expect.poll(() => sockets.clients.size).toBe(0)
  } finally {
    sockets.close()
    await service.close()
  }
})
