import { Hono } from 'hono'
import { modelRuleSchema, type ModelRules } from '#contract/model-access.ts'
import type { Audit } from '../../../audit/audit.ts'
import type { Changes } from '../../../changes/changes.ts'
import { readJsonBody } from '../../../http/validate.ts'
import type { ModelAccess } from '../../../models/access/model-access.ts'
import type { RouteRules } from '../route-rules.ts'

const bodyBytesMax = 64 * 1024

type AccessServices = { modelAccess: ModelAccess; audit: Audit; changes: Pick<Changes, 'tell'> }

export const modelAccessRules: RouteRules = { permit: [['/*', 'people']] }

/** Creates the routes of `/api/models/access`, for admins. */
export const modelAccessRoutes = (services: AccessServices) =>
  new Hono()
    .get('/', (c) => c.json({ rules: services.modelAccess.list() } satisfies ModelRules))
    .put('/', async (c) => {
      const rule = await services.modelAccess.set(
        await readJsonBody(c, modelRuleSchema, bodyBytesMax),
      )
      const { target, isForAll, userIds, teamIds } = rule
      const whom = isForAll
        ? 'everyone'
        : `${counted(userIds, 'person', 'people')}, ${counted(teamIds, 'team', 'teams')}`
      services.audit.note({ kind: 'model_access_set', subject: `${target}: ${whom}` })
      services.changes.tell('models')
      return c.json(rule)
    })

const counted = ({ length }: readonly unknown[], one: string, several: string): string =>
  `${length} ${length === 1 ? one : several}`
