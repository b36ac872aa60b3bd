import { Hono, type MiddlewareHandler } from 'hono'
import { requireScope, type ApiClientEnv } from '../../access/keys/api-keys.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { DiskBudget } from '../../files/disk-budget.ts'
import type { FileService } from '../../files/file-service.ts'
import { roomGuard } from '../../files/room-guard.ts'
import type { Signer } from '../../files/blobs/signer.ts'
import type { Idempotency } from '../../generation/idempotency.ts'
import type { TaskService } from '../../generation/task-service.ts'
import type { AssetService } from '../../library/asset-service.ts'
import type { ImportModel } from '../../library/import-model.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { WebhookService } from '../../webhooks/webhook-service.ts'
import { createAddresses, signedFileRoutes } from './addresses.ts'
import {
  answerErrors,
  generationError,
  answerUnknownPath,
  queueError,
  wrongMethod,
} from './errors.ts'
import { generationRoutes } from './generation.ts'
import { libraryRoutes } from './library.ts'
import { createOrderTask } from './order-task.ts'
import { queueRoutes } from './queue.ts'
import { skillRoutes } from './skills.ts'
import { uploadRoutes } from './uploads.ts'

export type ModelRoutesOptions = {
  tasks: TaskService
  catalogue: Catalogue
  assets: AssetService
  importModel: ImportModel
  files: FileService
  blobs: BlobStore
  signer: Signer
  isIssuer: (issuer: string) => Promise<boolean>
  idempotency: Idempotency
  webhooks?: WebhookService
  budget: DiskBudget
  keyCheck: MiddlewareHandler<ApiClientEnv>
  waitMs?: number
}

/** Creates the routes of `/model`, two API formats with which programs generate 3D models. */
export function modelServiceRoutes(options: ModelRoutesOptions) {
  const { tasks, files, keyCheck } = options
  const addresses = createAddresses(options.signer)
  const orderTask = createOrderTask(options)

  const queue = new Hono<ApiClientEnv>()
    .use(keyCheck)
    .use(requireScope('3d'))
    .use(roomGuard(options.budget))
    .route('/', queueRoutes({ tasks, orderTask, addresses }))
    .all('*', answerUnknownPath)
  queue.onError(answerErrors(queueError))

  const rest = new Hono<ApiClientEnv>()
    .route('/v1/files', signedFileRoutes(options))
    .use(keyCheck)
    .use(roomGuard(options.budget))
    .use('/v1/files/*', requireScope('files'))
    .use('/v1/library/*', requireScope('files'))
    .use('/v1/generation/*', requireScope('3d'))
    .use('/v1/models/*', requireScope('catalogue'))
    .route('/v1/files', uploadRoutes({ files, addresses }))
    .all('/v1/files/:name', wrongMethod('GET'))
    .route('/v1/library', libraryRoutes(options))
    .route(
      '/v1/generation',
      generationRoutes({ tasks, orderTask, addresses, waitMs: options.waitMs }),
    )
    .route('/v1/models/skill', skillRoutes(options))
    .all('*', answerUnknownPath)
  rest.onError(answerErrors(generationError))

  return new Hono<ApiClientEnv>().route('/v1/queue', queue).route('/', rest)
}
