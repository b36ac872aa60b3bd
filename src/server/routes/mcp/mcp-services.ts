import type { Task } from '#contract/tasks.ts'
import type { ApiClient } from '../../access/keys/api-keys.ts'
import type { Tool } from '../../chat/tools/tool.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { FetchPicture } from '../../files/pictures/fetch-picture.ts'
import type { FileService } from '../../files/file-service.ts'
import type { TaskService } from '../../generation/task-service.ts'
import type { AssetService } from '../../library/asset-service.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { TaskOrder } from '../model/order-task.ts'

export type McpServices = {
  tasks: TaskService
  assets: AssetService
  files: FileService
  blobs: BlobStore
  catalogue: Catalogue
  fetchFromWeb: FetchPicture
  studioTools: readonly Tool[]
}

/** The client of one request, and functions that act on its behalf. */
export type McpCaller = {
  client: ApiClient
  order: (order: TaskOrder, key: string | undefined) => Promise<Task>
  addressOf: (id: string, ending: string) => string
}
