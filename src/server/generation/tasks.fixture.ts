import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import type { Model3d } from '#contract/models.ts'
import { isTaskOver, type Task } from '#contract/tasks.ts'
import { writeGlb } from '#lib/gltf/glb.ts'
import { newId } from '#lib/id.ts'
import { createFileService } from '../files/file-service.ts'
import { openFolderBlobs } from '../files/blobs/folder-blobs.ts'
import { createCatalogue } from '../models/catalogue.ts'
import { fixedProviders } from '../ports/providers.ts'
import { pictureField } from '../models/picture-field.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import type { Store } from '../store/store.ts'
import { createAssetService } from '../library/asset-service.ts'
import { openQueue } from './worker/queue.ts'
import { createTaskService, type TaskService, type TaskServiceOptions } from './task-service.ts'

export const tinyGlb = (name = 'nothing'): Uint8Array =>
  writeGlb({ asset: { version: '2.0', generator: name } })

/** Creates a PNG of one colour. Different colours make different files. */
export const png = (background = '#c04020', sidePx = 32): Promise<Buffer> =>
  sharp({ create: { width: sidePx, height: sidePx, channels: 3, background } })
    .png()
    .toBuffer()

export const testModel: Model3d = {
  id: 'fake/model',
  name: 'Fake model',
  provider: 'fake',
  kind: '3d',
  description: 'For tests.',
  paramSchema: {
    type: 'object',
    required: ['file'],
    additionalProperties: false,
    properties: {
      file: pictureField({ title: 'Picture', description: '' }, 1),
      face_limit: { type: 'integer', title: 'Face limit', minimum: 100, maximum: 1000 },
      note: { type: 'string' },
      model_seed: { type: 'integer', 'x-ui': { widget: 'seed' } },
    },
  },
}

/**
 * Creates a fake provider that by default returns a tiny model immediately. `own` overrides its
 * properties.
 */
export const fakeProvider = (own: Partial<GenerationProvider> = {}): GenerationProvider => ({
  id: 'fake',
  concurrency: 1,
  listModels: () => Promise.resolve([testModel]),
  produce: () =>
    Promise.resolve({
      bytes: tinyGlb(),
      mimeType: 'model/gltf-binary',
      fileName: 'model.glb',
    }),
  ...own,
})

export const untilStopped: GenerationProvider['produce'] = (_request, _report, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

export type World = {
  tasks: TaskService
  files: ReturnType<typeof createFileService>
  assets: ReturnType<typeof createAssetService>
  blobs: Awaited<ReturnType<typeof openFolderBlobs>>
  picture: string
  request: (params?: Record<string, unknown>) => {
    id: string
    modelId: string
    params: Record<string, unknown>
  }
  close: () => Promise<void>
}

export async function openTaskWorld(
  store: Store,
  {
    provider = fakeProvider(),
    isStarted = true,
    ...own
  }: Partial<TaskServiceOptions> & { provider?: GenerationProvider; isStarted?: boolean } = {},
): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-tasks-'))
  const blobs = await openFolderBlobs(folder)
  const files = createFileService({ store, blobs })
  const providers = fixedProviders({ generation: [provider] })
  const queue = await openQueue(store)
  const tasks = createTaskService({
    store,
    queue,
    blobs,
    files,
    providers,
    catalogue: createCatalogue({ providers }),
    inspect: () => Promise.resolve({ stats: noStats, issues: [] }),
    ...own,
  })
  const { id: picture } = await files.upload(await png(), 'Teddy.png')
  if (isStarted) await tasks.start()
  return {
    tasks,
    files,
    blobs,
    picture,
    assets: createAssetService(store),
    request: (params = { file: { type: 'png', file_token: picture } }) => ({
      id: newId(),
      modelId: testModel.id,
      params,
    }),
    close: async () => {
      await tasks.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const noStats = {
  triangles: 0,
  vertices: 0,
  meshes: 0,
  materials: 0,
  textures: [],
  boundsMin: [0, 0, 0] as [number, number, number],
  boundsMax: [0, 0, 0] as [number, number, number],
  extensions: [],
}

export async function untilOver(tasks: TaskService, id: string): Promise<Task> {
  return untilTask(tasks, id, (task) => isTaskOver(task.status))
}

export async function untilTask(
  tasks: TaskService,
  id: string,
  fits: (task: Task) => boolean,
): Promise<Task> {
  for await (const { event } of await tasks.follow(id, { signal: AbortSignal.timeout(300_000) })) {
    if (event.type !== 'task-progress' && fits(event.task)) return event.task
  }
  throw new Error('The task never came to that.')
}
