import { Hono } from 'hono'
import { modelAliasSchema, type ModelAliasList } from '#contract/model-aliases.ts'
import type { Audit } from '../../../audit/audit.ts'
import type { Changes } from '../../../changes/changes.ts'
import type { ModelAliases } from '../../../chat/aliases/model-aliases.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { readJsonBody } from '../../../http/validate.ts'
import type { RouteRules } from '../route-rules.ts'

const bodyBytesMax = 16 * 1024

type AliasServices = {
  modelAliases: ModelAliases
  audit: Pick<Audit, 'note'>
  changes: Pick<Changes, 'tell'>
}

export const modelAliasRules: RouteRules = { permit: [['/*', 'models', 'manage']] }

/** Creates the routes of `/api/models/aliases`, for admins. */
export const modelAliasRoutes = ({ modelAliases, audit, changes }: AliasServices) =>
  new Hono()
    .get('/', (c) => c.json({ aliases: modelAliases.list() } satisfies ModelAliasList))
    .put('/', async (c) => {
      const alias = await readJsonBody(c, modelAliasSchema, bodyBytesMax)
      await modelAliases.set(alias)
      audit.note({ kind: 'model_alias_set', subject: `${alias.name}: ${alias.targets.join(', ')}` })
      changes.tell('models')
      return c.json(alias)
    })
    .delete('/:name', async (c) => {
      const name = c.req.param('name')
      if (!(await modelAliases.remove(name))) {
        throw new HttpError('not_found', 'There is no such alias.')
      }
      audit.note({ kind: 'model_alias_removed', subject: name })
      changes.tell('models')
      return c.body(null, 204)
    })
