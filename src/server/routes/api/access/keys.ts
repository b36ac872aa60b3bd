import { Hono } from 'hono'
import {
  changeKeySchema,
  createKeySchema,
  type ApiKey,
  type CreatedKey,
  type KeyList,
} from '#contract/access/keys.ts'
import type { KeyService } from '../../../access/keys/key-service.ts'
import type { Audit } from '../../../audit/audit.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { cutStreams } from '../../../http/open-streams.ts'
import { readJsonBody } from '../../../http/validate.ts'
import type { RouteRules } from '../route-rules.ts'

const bodyBytesMax = 4096

type KeyRoutesOptions = {
  apiKeys: KeyService
  audit: Audit
  environmentKeyCount: number
}

export const keyRules: RouteRules = {
  confirm: [
    [
      ['POST', 'PATCH'],
      ['', '/*'],
    ],
  ],
}

export const keyRoutes = ({ apiKeys, audit, environmentKeyCount }: KeyRoutesOptions) =>
  new Hono()
    .get('/', async (c) =>
      c.json({ keys: await apiKeys.list(), environmentKeyCount } satisfies KeyList),
    )
    .post('/', async (c) => {
      const created = await apiKeys.create(await readJsonBody(c, createKeySchema, bodyBytesMax))
      audit.note({ kind: 'key_made', subject: getLabel(created.key) })
      c.header('Cache-Control', 'no-store')
      return c.json(created satisfies CreatedKey, 201)
    })
    .patch('/:id', async (c) => {
      const change = await readJsonBody(c, changeKeySchema, bodyBytesMax)
      const changed = found(await apiKeys.change(c.req.param('id'), change))
      audit.note({ kind: 'key_changed', subject: getLabel(changed) })
      return c.json(changed)
    })
    .post('/:id/revoke', async (c) => {
      const id = c.req.param('id')
      const revoked = found(await apiKeys.revoke(id))
      cutStreams(id)
      audit.note({ kind: 'key_revoked', subject: getLabel(revoked) })
      return c.json(revoked)
    })

/** Formats a key for the audit log, without its secret: `sa-1f0c9a2b “Laptop”`. */
const getLabel = ({ prefix, name }: ApiKey): string => `${prefix} “${name}”`

function found<T>(key: T | undefined): T {
  if (!key) throw new HttpError('not_found', 'There is no active key with this id.')
  return key
}
