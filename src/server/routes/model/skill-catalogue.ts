import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Model } from '#contract/models.ts'
import { ownAddress } from '../../access/own-origin.ts'
import { requireScope, type ApiClientEnv } from '../../access/keys/api-keys.ts'
import type { FileService } from '../../files/file-service.ts'
import type { Signer } from '../../files/blobs/signer.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { parseOr400 } from '../../http/validate.ts'
import { createAddresses } from './addresses.ts'
import {
  answerErrors,
  envelopeError,
  generationError,
  answerUnknownPath,
  wrongMethod,
} from './errors.ts'
import { toModelContract } from './model-contract.ts'
import { exampleParams } from './model-example.ts'
import { getModelFacts } from './model-facts.ts'
import { toModelSpec } from './model-spec.ts'
import { uploadRoutes } from './uploads.ts'

const pageSizeMax = 200
const wholeNumber = z.coerce
  .number({ error: 'must be a number' })
  .int('must be a whole number')
  .min(1, 'must be at least 1')

const pageSchema = z.object({
  page: wholeNumber.default(1),
  // The page size is limited instead of rejected, because clients request very large pages to get
  // all models.
  page_size: wholeNumber.transform((size) => Math.min(size, pageSizeMax)).default(20),
  type: z.string().default(''),
  keywords: z.string().default(''),
  provider: z.string().default(''),
  include_curl: z.string().default(''),
})
type Page = z.infer<typeof pageSchema>

type SkillCatalogueOptions = {
  catalogue: Catalogue
  files: FileService
  signer: Signer
  keyCheck: MiddlewareHandler<ApiClientEnv>
}

/**
 * Creates the routes of `/api/v1`, the catalogue and uploads for command-line clients. Users of a
 * client that sends no key with catalogue requests can configure the URL `http://key:sa-…@host`.
 */
export function skillCatalogueRoutes(options: SkillCatalogueOptions) {
  const { catalogue, files, signer, keyCheck } = options
  const addresses = createAddresses(signer)

  const skills = new Hono<ApiClientEnv>()
    .use(keyCheck)
    .get('/models', async (c) => {
      const page = parseOr400(pageSchema, c.req.query())
      const { models } = await catalogue.list(c.req.raw.signal)
      return c.json(inEnvelope(listPage(models, page, ownAddress(c))))
    })
    .all('/models', wrongMethod('GET'))
    .get('/models/:id{.+}/spec', async (c) => {
      const { model3d } = await catalogue.generation(c.req.param('id'), c.req.raw.signal)
      return c.json(inEnvelope(toModelSpec(model3d, ownAddress(c))))
    })
    .all('/models/:id{.+}/spec', wrongMethod('GET'))
    .get('/model-contracts/:id{.+}', async (c) => {
      const model = await findModel(catalogue, c.req.param('id'), c.req.raw.signal)
      return c.json(inEnvelope(toModelContract(model)))
    })
    .all('/model-contracts/:id{.+}', wrongMethod('GET'))
    .all('*', answerUnknownPath)
  skills.onError(answerErrors(envelopeError))

  const uploads = new Hono<ApiClientEnv>()
    .use(keyCheck)
    .use(requireScope('files'))
    .route('/', uploadRoutes({ files, addresses }))
    .all('*', answerUnknownPath)
  uploads.onError(answerErrors(generationError))

  return new Hono<ApiClientEnv>().route('/skill', skills).route('/storage/files', uploads)
}

const inEnvelope = (data: object) => ({ status: { code: 200, message: 'ok' }, data })

async function findModel(catalogue: Catalogue, id: string, signal: AbortSignal): Promise<Model> {
  const { models } = await catalogue.list(signal)
  const listed = models.find((model) => model.id === id)
  if (listed) return listed
  return (await catalogue.generation(id, signal)).model3d
}

function listPage(models: Model[], page: Page, origin: string) {
  const { page: number, page_size: size, include_curl: withCurl } = page
  const found = models.filter((model) => isWanted(model, page))
  return {
    models: found.slice((number - 1) * size, number * size).map((model) => ({
      ...toEntry(model),
      ...(withCurl === 'true' && { curl: formatCurl(model, origin) }),
    })),
    total: found.length,
    page: number,
    page_size: size,
    total_pages: Math.ceil(found.length / size),
  }
}

function isWanted(model: Model, { type, keywords, provider }: Page): boolean {
  const text = `${model.id} ${model.name} ${model.description}`.toLowerCase()
  return (
    (type === '' || getModelFacts(model).type === type.toLowerCase()) &&
    (provider === '' || model.provider === provider.toLowerCase()) &&
    keywords
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  )
}

function toEntry(model: Model) {
  const { id, name, provider, description } = model
  const { type, input, output, shortTags } = getModelFacts(model)
  return {
    id,
    model_id: id,
    name,
    type,
    provider,
    source_collection: provider,
    original_model_id: id.slice(provider.length + 1),
    model_subtype: shortTags[0] ?? '',
    description,
    input_modalities: input,
    output_modalities: output,
    source_id: id,
    has_spec: model.kind === '3d',
    spec_protocol: model.kind === '3d' ? 'queue' : 'llm_chat_completions',
  }
}

function formatCurl(model: Model, origin: string): string {
  const [path, body] =
    model.kind === '3d'
      ? ['/model/v1/generation', { input: [{ params: exampleParams(model.paramSchema) }] }]
      : ['/llm/chat/completions', { messages: [{ role: 'user', content: 'Hello' }] }]
  const json = JSON.stringify({ model: model.id, ...body }).replaceAll("'", String.raw`'\''`)
  return `curl ${origin}${path} -H 'Authorization: Bearer <key>' -H 'Content-Type: application/json' -d '${json}'`
}
