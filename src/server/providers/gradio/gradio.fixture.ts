import type { ServerResponse } from 'node:http'
import { sendBytes, json, type StandInAnswer } from '../service/service.fixture.ts'
import {
  pictureAt,
  type Service3dFixture,
  type TestService,
} from '../service/service-3d.fixture.ts'
import { connectGradio } from './gradio-provider.ts'

type Component = { id: number; type: string; props: object; skip_api?: boolean }
type Call = { name: string; inputs: number[]; outputs: number[]; parameters: string[] }

const picture = (id: number, label: string): Component => ({ id, type: 'image', props: { label } })
const state = (id: number): Component => ({ id, type: 'state', props: {}, skip_api: true })
const slider = (id: number, label: string, props: object): Component => ({
  id,
  type: 'slider',
  props: { label, ...props },
})

export type GradioFixtureApp = { title: string; components: Component[]; calls: Call[] }

export const hunyuanApp: GradioFixtureApp = {
  title: 'Hunyuan-3D-2.0',
  components: [
    { id: 1, type: 'textbox', props: { label: 'Text Prompt', visible: false } },
    picture(2, 'Image'),
    slider(3, 'Inference Steps', { minimum: 1, maximum: 100, step: 1, value: 30 }),
    slider(4, 'Guidance Scale', { minimum: 1, maximum: 15, step: 0.1, value: 5 }),
    slider(5, 'Seed', { minimum: 0, maximum: 10_000_000, step: 1, value: 1234 }),
    { id: 6, type: 'checkbox', props: { label: 'Randomize seed', value: true } },
    { id: 7, type: 'file', props: { label: 'File', visible: false } },
    { id: 8, type: 'html', props: { label: 'Output' } },
    { id: 9, type: 'json', props: { label: 'Mesh Stats' } },
    {
      id: 10,
      type: 'radio',
      props: {
        label: 'Octree',
        choices: [
          ['Low', 196],
          ['High', 384],
        ],
        value: 196,
        info: 'How fine.',
      },
    },
  ],
  calls: [
    {
      name: 'shape_generation',
      inputs: [1, 2, 3, 4, 5, 6, 10],
      outputs: [7, 8, 9, 5],
      parameters: [
        'caption',
        'image',
        'steps',
        'guidance_scale',
        'seed',
        'randomize_seed',
        'octree_resolution',
      ],
    },
  ],
}

/** The first call of TRELLIS.2 stores state that the second call requires. */
export const trellisApp: GradioFixtureApp = {
  title: 'TRELLIS.2',
  components: [
    picture(1, 'Image Prompt'),
    {
      id: 2,
      type: 'radio',
      props: {
        label: 'Resolution',
        choices: [
          ['512', '512'],
          ['1024', '1024'],
        ],
        value: '1024',
      },
    },
    slider(3, 'Seed', { minimum: 0, maximum: 2_147_483_647, step: 1, value: 0 }),
    { id: 4, type: 'checkbox', props: { label: 'Randomize Seed', value: true } },
    slider(5, 'Decimation Target', {
      minimum: 100_000,
      maximum: 1_000_000,
      step: 10_000,
      value: 500_000,
    }),
    state(6),
    { id: 7, type: 'html', props: {} },
    { id: 8, type: 'model3d', props: { label: 'Extracted GLB' } },
    { id: 9, type: 'downloadbutton', props: { label: 'Download GLB' } },
  ],
  calls: [
    { name: 'start_session', inputs: [], outputs: [], parameters: [] },
    { name: 'preprocess_image', inputs: [1], outputs: [1], parameters: ['image'] },
    { name: 'get_seed', inputs: [4, 3], outputs: [3], parameters: ['randomize_seed', 'seed'] },
    {
      name: 'image_to_3d',
      inputs: [1, 3, 2],
      outputs: [6, 7],
      parameters: ['image', 'seed', 'resolution'],
    },
    { name: 'extract_glb', inputs: [6, 5], outputs: [8, 9], parameters: ['decimation_target'] },
  ],
}

export const sf3dApp: GradioFixtureApp = {
  title: 'SF3D',
  components: [
    picture(1, 'Input Image'),
    slider(2, 'Foreground Ratio', { minimum: 0.5, maximum: 1, step: 0.05, value: 0.85 }),
    { id: 3, type: 'button', props: { value: 'Run', visible: false } },
    state(4),
    state(5),
    { id: 6, type: 'litmodel3d', props: { label: '3D Model', visible: false } },
  ],
  calls: [
    {
      name: 'requires_bg_remove',
      inputs: [1, 2],
      outputs: [3, 4, 5, 6],
      parameters: ['image', 'fr'],
    },
    {
      name: 'run_button',
      inputs: [3, 1, 5, 2],
      outputs: [3, 4, 5, 6],
      parameters: ['run_btn', 'input_image', 'foreground_ratio'],
    },
  ],
}

export const strangeApp: GradioFixtureApp = {
  title: 'Something new',
  components: [
    { id: 1, type: 'gallery', props: { label: 'Views' } },
    { id: 2, type: 'model3d', props: { label: 'Model' } },
    { id: 3, type: 'textbox', props: { label: 'Name' } },
  ],
  calls: [
    { name: 'make_it', inputs: [1], outputs: [2], parameters: ['views'] },
    { name: 'greet', inputs: [3], outputs: [3], parameters: ['name'] },
  ],
}

const getLabel = (component: Component | undefined): string =>
  component && 'label' in component.props ? String(component.props.label) : ''

/**
 * Serves the description of an app.
 * @param prefix path before the app's endpoints: `/gradio_api`, or empty for Gradio 4.
 */
export function serveApp(
  service: TestService,
  { title, components, calls }: GradioFixtureApp,
  prefix = '/gradio_api',
): void {
  const visible = (id: number) => components.find((one) => one.id === id)
  service.on(
    'GET /config',
    json({
      version: prefix === '' ? '4.44.1' : '5.49.0',
      protocol: 'sse_v3',
      ...(prefix !== '' && { api_prefix: prefix }),
      title,
      components,
      dependencies: calls.map(({ name, inputs, outputs }, id) => ({
        ...(prefix !== '' && { id }),
        api_name: name,
        inputs,
        outputs,
      })),
    }),
  )
  const getEndpoint = ({ name, inputs, parameters }: Call) => [
    `/${name}`,
    {
      parameters: inputs
        .filter((id) => visible(id)?.skip_api !== true)
        .map((id, at) => ({
          label: getLabel(visible(id)),
          parameter_name: parameters[at],
          parameter_has_default: visible(id)?.type !== 'image',
        })),
    },
  ]
  service.on(
    `GET ${prefix}/info`,
    json({ named_endpoints: Object.fromEntries(calls.map(getEndpoint)), unnamed_endpoints: {} }),
  )
  service.on(`POST ${prefix}/upload`, json(['/tmp/gradio/a1/picture.png']))
  service.on(`POST ${prefix}/cancel`, json({ success: true }))
}

export const events =
  (...list: object[]): StandInAnswer =>
  (_call, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
  }

export const completed = (eventId: string, data: unknown[]): object[] => [
  {
    msg: 'process_completed',
    event_id: eventId,
    success: true,
    output: { data, is_generating: false },
  },
  { msg: 'close_stream', event_id: null },
]

export const fileData = (path: string) => ({
  path,
  url: `http://internal:7860/gradio_api/file=${path}`,
  orig_name: path.split('/').at(-1),
  meta: { _type: 'gradio.FileData' },
})

const glbPath = '/tmp/gradio/b2/white_mesh.glb'

export const gradioFixture: Service3dFixture = {
  name: 'Gradio',
  connect: connectGradio,
  secrets: {},
  isBought: false,
  request: {
    taskId: 'task',
    model: 'hunyuan3d',
    params: { image: '/api/files/ours/content', guidance_scale: 7, octree_resolution: 384 },
    pictures: [pictureAt('image')],
  },
  routes: {
    order: 'POST /gradio_api/queue/join',
    result: `GET /gradio_api/file=${glbPath}`,
  },
  told: {
    order: [
      // The values are caption, picture, steps, guidance, seed, random seed and octree resolution.
      '"data":[null,{"path":"/tmp/gradio/a1/picture.png","orig_name":"picture.png"',
      '"_type":"gradio.FileData"}},30,7,1234,true,384]',
      '"fn_index":0',
    ],
    moves: [
      { stage: 'Waiting at My service, 2 ahead' },
      { stage: 'My service is making the model: Diffusion Sampling', progress: 0.4 },
    ],
    key: 'Gradio 5.49.0. It needs no token.',
    cancel: 'POST /gradio_api/cancel',
  },
  serve: (service, glb) => {
    serveApp(service, hunyuanApp)
    service.on('POST /gradio_api/queue/join', json({ event_id: 'e1' }))
    service.on(
      'GET /gradio_api/queue/data',
      events(
        { msg: 'estimation', event_id: 'e1', rank: 2, queue_size: 3, rank_eta: 90 },
        { msg: 'heartbeat' },
        { msg: 'process_starts', event_id: 'e1', eta: 30 },
        {
          msg: 'progress',
          event_id: 'e1',
          progress_data: [
            { index: 12, length: 30, unit: 'steps', progress: null, desc: 'Diffusion Sampling' },
          ],
        },
        ...completed('e1', [
          { value: fileData(glbPath), __type__: 'update' },
          '<div>preview</div>',
          { time: 12 },
          77,
        ]),
      ),
    )
    service.on(`GET /gradio_api/file=${glbPath}`, sendBytes(glb))
  },
}
