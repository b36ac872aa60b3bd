import type { Store } from '../store/store.ts'
import type { Env } from '../env.ts'
import type { EngineWorkers } from '../engine/engine-workers.ts'
import type { OnnxModelService } from '../onnx-models/onnx-model-service.ts'
import type { PushService } from '../push/push-service.ts'
import type { Queue } from '../generation/worker/queue.ts'
import type { Catalogue } from '../models/catalogue.ts'
import type { Providers } from '../ports/providers.ts'
import type { FileService } from '../files/file-service.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import type { FetchPicture } from '../files/pictures/fetch-picture.ts'
import type { KeptBytes } from '../spending/kept-bytes.ts'
import type { TaskPurchases } from '../spending/task-purchases.ts'
import { inspectWith } from '../generation/inspect-model.ts'
import { createTaskService } from '../generation/task-service.ts'
import { createAssetService } from '../library/asset-service.ts'
import { createBills } from '../generation/bills.ts'
import { createCutoutService } from '../cutout/cutout-service.ts'
import { maskWeightsPath } from '../process/worker-files.ts'
import { createImportModel } from '../library/import-model.ts'
import { createWorkshop } from '../workshop/workshop.ts'
import { createChangeAsset } from '../library/change-asset.ts'
import { createShareService } from '../library/share-service.ts'
import { createSlicerFiles } from '../library/slicer-files.ts'
import { createTurntables } from '../library/turntables.ts'
import { createStudioTools } from '../chat/tools/studio/studio-tools.ts'

type ModellingOptions = {
  store: Store
  env: Env
  engine: EngineWorkers
  networks: OnnxModelService
  queue: Queue
  catalogue: Catalogue
  providers: Providers
  files: FileService
  blobs: BlobStore
  boundedBlobs: BlobStore
  fetchPicture: FetchPicture
  keptBytes: KeptBytes
  spending: TaskPurchases
  takes: (provider: string) => boolean
  notify: PushService['notify']
}

/**
 * Creates the services of 3D models: tasks, the library, and the tools with which chats use them.
 */
export function createModelling(options: ModellingOptions) {
  const { store, engine, networks, catalogue, providers, files, blobs, boundedBlobs } = options
  const { keptBytes, notify } = options
  const inspect = inspectWith(engine)
  const tasks = createTaskService({
    ...options,
    inspect,
    made: ({ ownerId, assetId }) => notify(ownerId, { kind: 'model', id: assetId }),
  })
  const assets = createAssetService(store)
  const bills = createBills({ catalogue, providers })
  const cutouts = createCutoutService({
    files,
    blobs,
    engine,
    weightsPath: maskWeightsPath,
    networks,
  })
  const importModel = createImportModel({ store, blobs: boundedBlobs, inspect, keptBytes })
  const workshop = createWorkshop()
  const changeAsset = createChangeAsset({ blobs, workshop, importModel })
  return {
    services: {
      cutouts,
      assets,
      importModel,
      changeAsset,
      shares: createShareService(store),
      slicerFiles: createSlicerFiles({ store, blobs: boundedBlobs }),
      turntables: createTurntables({ store, blobs, inspect: engine.inspect }),
      tasks,
      bills,
    },
    tools: createStudioTools({
      ...options,
      tasks,
      assets,
      bills,
      cutouts,
      inspect: engine.inspect,
      workshop,
      changeAsset,
    }),
  }
}
