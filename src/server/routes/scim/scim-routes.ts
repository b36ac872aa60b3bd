import { toStatusCode } from '../../http/status-code.ts'
import { dropUndefined } from '#lib/own-value.ts'
import { Hono, type Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import { asNumber, asRecord, asString, type Fields } from '#lib/fields.ts'
import type { Access } from '../../access/access.ts'
import { ownAddress } from '../../access/own-origin.ts'
import type { KeyService } from '../../access/keys/key-service.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError, toHttpError } from '../../errors/http-error.ts'
import { parseOr400, readJsonBody } from '../../http/validate.ts'
import { cutStreams } from '../../http/open-streams.ts'
import { asOwner, asServer } from '../../store/owner-scope.ts'
import { log } from '../../observability/log.ts'
import type { ScimContext, ScimKind } from './scim-resources.ts'

const bodyBytesMax = 1024 * 1024
const pageMax = 200
const contentType = 'application/scim+json'
const errorSchemaId = 'urn:ietf:params:scim:api:messages:2.0:Error'

type ScimServices = { access: Access; apiKeys: KeyService; audit: Audit }

/** Creates the routes of `/scim/v2`, with which a directory manages accounts and groups. */
export function scimRoutes({ access, apiKeys, audit }: ScimServices) {
  async function checkToken(c: Context): Promise<void> {
    const [, token = ''] = /^Bearer (\S{1,200})$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (token !== '' && (await access.scimToken.isRight(token))) return
    const { address } = access.callerOf(c)
    access.guesses.begin({ address, isProgram: true })
    audit.note({ kind: 'key_wrong', subject: 'SCIM token', address })
    throw new HttpError('unauthorized', 'Send the token from Settings › People as a bearer token.')
  }

  async function cutWhenOff(userId: string): Promise<() => void> {
    const open = await access.sessions.list(userId)
    const keys = await asOwner(userId, () => apiKeys.list())
    return () => {
      if (access.people.caller(userId) === undefined) {
        for (const { id } of [...open, ...keys]) cutStreams(id)
      }
    }
  }

  return new Hono()
    .onError((error, c) => answerFailure(c, error))
    .use(async (c, next) => {
      await checkToken(c)
      await asServer(next)
    })
    .get('/ServiceProviderConfig', async (c) => {
      const { ScimResources: Resources } = await import('./scim-resources.ts')
      return answer(c, await new Resources.ServiceProviderConfig().read())
    })
    .on('GET', toPaths('ResourceTypes', 'Schemas'), async (c) => {
      const { ScimResources: Resources } = await import('./scim-resources.ts')
      const Kind = hasSegment(c, 'Schemas') ? Resources.Schema : Resources.ResourceType
      const id = c.req.param('id')
      return answer(c, await (id === undefined ? new Kind() : new Kind(id)).read())
    })
    .on(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], toPaths('Users', 'Groups'), async (c) => {
      const { createKind, kinds } = await import('./scim-resources.ts')
      const { method } = c.req
      const id = c.req.param('id')
      // The package `scimmy` puts the id into a filter, so the id must have no special characters.
      if (id !== undefined && !/^[\w-]{1,100}$/.test(id)) {
        throw new HttpError('not_found', 'There is no such resource.')
      }
      const isUser = hasSegment(c, 'Users')
      const base = `${ownAddress(c)}/scim/v2`
      const Kind = isUser ? kinds.User : kinds.Group
      Kind.basepath(base)
      const query = readQuery(c)
      const context: ScimContext = { scim: access.scim, filter: query.filter }
      if (method === 'GET') return answer(c, await createKind(Kind, id, query).read(context))
      const body = method === 'DELETE' ? {} : await readJsonBody(c, z.looseObject({}), bodyBytesMax)
      if ((id === undefined) !== (method === 'POST')) {
        throw new HttpError('method_not_allowed', 'This method is not supported at this address.')
      }
      const cut = isUser && id !== undefined ? await cutWhenOff(id) : () => {}
      try {
        return await access.scim.inTurn(() => write(c, { Kind, body, context, query }))
      } finally {
        cut()
      }
    })
    .all('*', () => {
      throw new HttpError('not_found', 'There is no such resource.')
    })
}

type ScimWrite = {
  Kind: ScimKind
  body: Fields
  context: ScimContext
  query: ReturnType<typeof readQuery>
}

async function write(c: Context, { Kind, body, context, query }: ScimWrite): Promise<Response> {
  const { correctBody, createKind, toPlainResource } = await import('./scim-resources.ts')
  const { method } = c.req
  const id = c.req.param('id')
  const resource = createKind(Kind, id, query)
  if (method === 'DELETE') {
    await resource.dispose(context)
    return c.body(null, 204)
  }
  if (method === 'PATCH') {
    // The attributes in the query limit only the response. A patch needs the whole resource.
    const whole = createKind(Kind, id)
    const before = toPlainResource(await whole.read(context))
    // The library returns nothing for a patch without effect.
    const changed = await whole.patch(correctBody(body, before), context)
    return changed === undefined ? c.body(null, 204) : answer(c, await resource.read(context))
  }
  const status = id === undefined ? 201 : 200
  return answer(c, await resource.write(correctBody(body), context), status)
}

const answer = (c: Context, resource: unknown, status: ContentfulStatusCode = 200) =>
  c.body(JSON.stringify(resource), status, {
    'Content-Type': contentType,
    'Cache-Control': 'no-store',
  })

function answerFailure(c: Context, error: Error): Response {
  // Compares the name, because the error class is imported only for requests with the token.
  const known = error.name === 'SCIMError' ? error : toHttpError(error)
  const { status, scimType } = asRecord(known)
  const code = asNumber(status) ?? 500
  if (code >= 500)
    log().error({ error: error.cause ?? error }, 'A request of the directory failed.')
  const body = {
    schemas: [errorSchemaId],
    status: String(code),
    ...(asString(scimType) !== '' && { scimType }),
    detail: known.message,
  }
  return answer(c, body, toStatusCode(code))
}

const toPaths = (...kinds: string[]): string[] =>
  kinds.flatMap((kind) => [`/${kind}`, `/${kind}/:id`])

const hasSegment = (c: Context, segment: string): boolean => c.req.path.split('/').includes(segment)

function readQuery(c: Context) {
  const read = parseOr400(querySchema, c.req.query())
  return dropUndefined(read)
}

const querySchema = z.object({
  filter: z.string().max(1_000).optional(),
  attributes: z.string().max(1_000).optional(),
  excludedAttributes: z.string().max(1_000).optional(),
  sortBy: z.string().max(100).optional(),
  sortOrder: z.enum(['ascending', 'descending']).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce
    .number()
    .int()
    .transform((count) => Math.min(Math.max(count, 0), pageMax))
    .optional(),
})
