import type { TaskService } from '../../../generation/task-service.ts'
import type { Bills } from '../../../generation/bills.ts'
import type { EngineWorkers } from '../../../engine/engine-workers.ts'
import type { BlobStore } from '../../../files/blobs/blob-store.ts'
import type { FetchPicture } from '../../../files/pictures/fetch-picture.ts'
import type { FileService } from '../../../files/file-service.ts'
import type { CutoutService } from '../../../cutout/cutout-service.ts'
import type { ChangeAsset } from '../../../library/change-asset.ts'
import type { Workshop } from '../../../workshop/workshop.ts'
import type { AssetService } from '../../../library/asset-service.ts'
import type { Catalogue } from '../../../models/catalogue.ts'

export type Studio = {
  tasks: Pick<TaskService, 'create' | 'check' | 'find' | 'follow'>
  assets: Pick<AssetService, 'find' | 'list' | 'change'>
  catalogue: Pick<Catalogue, 'list' | 'chat' | 'generation' | 'defaultFor'>
  bills: Pick<Bills, 'price'>
  files: Pick<FileService, 'find' | 'upload'>
  blobs: Pick<BlobStore, 'read'>
  fetchPicture: FetchPicture
  inspect: EngineWorkers['inspect']
  workshop: Workshop
  changeAsset: ChangeAsset
  cutouts: Pick<CutoutService, 'maskOf'>
}
