import { sendBytes, json } from '../service/service.fixture.ts'
import { pictureAt, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectComfy } from './comfy-provider.ts'

const prompt = [0, 'up-1', {}, {}, []]

export const comfyFixture: Service3dFixture = {
  name: 'ComfyUI',
  inferred: ['what newer versions list at /api/jobs'],
  connect: connectComfy,
  secrets: {},
  isBought: true,
  request: {
    taskId: 'task',
    model: 'workflow',
    params: {
      file: { file_token: 'ours' },
      '2.seed': 5,
      workflow: {
        1: { class_type: 'LoadImage', inputs: { image: 'example.png' } },
        2: { class_type: 'ImageToModel', inputs: { image: ['1', 0], seed: 1 } },
        3: { class_type: 'SaveGLB', inputs: { mesh: ['2', 0], filename_prefix: 'mesh' } },
      },
    },
    pictures: [pictureAt('file')],
  },
  routes: { order: 'POST /prompt', look: 'GET /history/up-1', result: 'GET /view' },
  told: {
    order: ['"image":"bozzetto/0000.png"', '"seed":5', '"class_type":"SaveGLB"'],
    moves: [
      { stage: 'Waiting at My service, 1 ahead' },
      { stage: 'My service is making the model' },
    ],
    key: 'ComfyUI 0.3.66; it needs no key.',
    cancel: 'POST /queue',
  },
  serve: (service, glb) => {
    service.on('GET /system_stats', json({ system: { comfyui_version: '0.3.66' }, devices: [] }))
    service.on(
      'POST /upload/image',
      json({ name: '0000.png', subfolder: 'bozzetto', type: 'input' }),
    )
    service.on('POST /prompt', json({ prompt_id: 'up-1', number: 3, node_errors: {} }))
    service.on(
      'GET /queue',
      json({ queue_running: [[0, 'other', {}, {}, []]], queue_pending: [prompt] }),
      json({ queue_running: [prompt], queue_pending: [] }),
    )
    service.on(
      'GET /history/up-1',
      json({}),
      json({}),
      json({
        'up-1': {
          prompt,
          outputs: {
            3: { '3d': [{ filename: 'mesh_00001_.glb', subfolder: '', type: 'output' }] },
            9: { images: [{ filename: 'preview.png', subfolder: '', type: 'temp' }] },
          },
          status: { status_str: 'success', completed: true, messages: [] },
        },
      }),
    )
    service.on('POST /queue', json({}))
    service.on('POST /interrupt', json({}))
    service.on('GET /view', sendBytes(glb))
  },
}
