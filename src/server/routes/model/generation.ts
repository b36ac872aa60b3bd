import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { uploadBytesMax } from '#contract/files.ts'
import { idSchema } from '#contract/id.ts'
import { newId } from '#lib/id.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import type { Signer } from '../../files/signer.ts'
import { HttpError, toHttpError } from '../../errors.ts'
import type { AssetService } from '../../library/asset-service.ts'
import type { TaskService } from '../../generation/task-service.ts'
import { readJsonBody } from '../../validate.ts'
import { toGenerationError, toGenerationTask } from './generation-answers.ts'
import { sendBlob } from '../send-blob.ts'

/** How long the address of a result works. Reading the task again gives a new one. */
const resultLifetimeSeconds = 24 * 60 * 60

const inputSchema = z.looseObject(
  { params: z.record(z.string(), z.unknown(), { error: 'must be an object' }) },
  { error: 'must be an object with params' },
)
const createSchema = z.looseObject({
  model: z.string().min(1).max(200).optional(),
  input: z.union([z.array(inputSchema).length(1), inputSchema], {
    error: 'must be a list of one entry, such as [{ "params": { … } }]',
  }),
})

type GenerationRoutesOptions = {
  tasks: TaskService
  assets: AssetService
  blobs: BlobStore
  signer: Signer
  /** Lets pass only who has an API key; throws `unauthorized` or `forbidden`. */
  keyCheck: MiddlewareHandler
}

/** `/model`: 3D generation for API clients. The same tasks as the page's, in another form. */
export const generationRoutes = (options: GenerationRoutesOptions) => {
  const { tasks, assets, blobs, signer, keyCheck } = options

  const resultUrl = (origin: string, assetId: string): string => {
    const name = `${assetId}.glb`
    const expires = Math.floor(Date.now() / 1000) + resultLifetimeSeconds
    const query = new URLSearchParams({
      expires: String(expires),
      signature: signer.sign(name, expires),
    })
    return `${origin}/model/v1/files/${name}?${query.toString()}`
  }

  const app = new Hono<{ Variables: { requestId?: string } }>()
    // The address itself is the permission, so that it can be handed to anything that loads models.
    .get('/v1/files/:name', async (c) => {
      const name = c.req.param('name')
      const expires = Number(c.req.query('expires'))
      const signature = c.req.query('signature') ?? ''
      if (!signer.isValid(name, expires, signature)) {
        throw new HttpError(
          'forbidden',
          'This address is not valid or has expired. Read the task again for a new one.',
        )
      }
      const stored = await assets.find(name.replace(/\.glb$/, ''))
      if (!stored) throw new HttpError('not_found', 'This model was deleted.')
      return sendBlob(c, blobs, {
        key: stored.blobKey,
        mimeType: stored.asset.mimeType,
        fileName: `${stored.asset.name}.glb`,
      })
    })
    .use('*', keyCheck)
    .post('/v1/generation', async (c) => {
      const { model: inBody, input } = await readJsonBody(c, createSchema, uploadBytesMax)
      const modelId = modelOf(inBody, c.req.header('x-model'))
      const { params } = Array.isArray(input) ? (input[0] ?? { params: {} }) : input
      const { origin } = new URL(c.req.url)
      const task = await tasks.create({ id: newId(), modelId, params }, { origin })
      const { id, created_at, status, model } = toGenerationTask(task, undefined)
      return c.json({ id, created_at, status, model })
    })
    .get('/v1/generation/task/:id', async (c) => {
      const id = idSchema.safeParse(c.req.param('id'))
      const task = id.success ? await tasks.find(id.data) : undefined
      if (!task) throw new HttpError('not_found', 'Task not found')
      const { origin } = new URL(c.req.url)
      return c.json(toGenerationTask(task, task.asset && resultUrl(origin, task.asset.id)))
    })
    .all('*', (c) => {
      throw new HttpError('not_found', `There is nothing here for ${c.req.method}.`)
    })

  app.onError((thrown, c) => {
    const { status, retryAfterSeconds } = toHttpError(thrown)
    if (status >= 500) console.error(c.get('requestId'), thrown)
    if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
    return c.json(toGenerationError(thrown), status)
  })
  return app
}

/** Newer clients name the model in a header and leave it out of the body. */
function modelOf(inBody: string | undefined, inHeader: string | undefined): string {
  if (inBody !== undefined && inHeader !== undefined && inBody !== inHeader) {
    throw new HttpError('bad_request', 'The body and the X-Model header name different models.')
  }
  const model = inBody ?? inHeader
  if (!model) throw new HttpError('bad_request', 'model is missing.')
  return model
}
