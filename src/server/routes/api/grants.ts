import { Hono } from 'hono'
import { setGrantSchema, type GrantList } from '#contract/grants.ts'
import type { SharedWithMe } from '#contract/sharing/shared-with-me.ts'
import type { Access } from '../../access/access.ts'
import type { SignedInEnv } from '../../access/guards.ts'
import type { Grants, GrantedThing } from '../../granting/grants.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { AssetService } from '../../library/asset-service.ts'
import { asOwner } from '../../store/owner-scope.ts'

const bodyBytesMax = 1024

type GrantServices = {
  grants: Grants
  assets: Pick<AssetService, 'find'>
  access: Pick<Access, 'teams'>
}

export const grantRoutes = (services: Pick<GrantServices, 'grants'>, kind: GrantedThing['kind']) =>
  new Hono()
    .get('/:id/access', async (c) => {
      const grants = await services.grants.list({ kind, id: c.req.param('id') })
      return c.json({ grants } satisfies GrantList)
    })
    .put('/:id/access', async (c) => {
      const wanted = await readJsonBody(c, setGrantSchema, bodyBytesMax)
      return c.json(await services.grants.set({ kind, id: c.req.param('id') }, wanted))
    })
    .delete('/:id/access/:grantId', async (c) => {
      const { id, grantId } = c.req.param()
      await services.grants.remove({ kind, id }, grantId)
      return c.body(null, 204)
    })

export const sharedWithMeRoutes = (services: GrantServices) =>
  new Hono<SignedInEnv>().get('/', async (c) => {
    const { chats, models } = await services.grants.sharedWith(c.get('caller').id)
    return c.json({
      chats: chats.map(({ id, role, from, title, updatedAt }) => ({
        id,
        role,
        from,
        title,
        updatedAt: updatedAt.toISOString(),
      })),
      models: await getModels(services.assets, models),
      ...(services.access.teams.settings().adminsReadChats && { adminsReadChats: true }),
    } satisfies SharedWithMe)
  })

async function getModels(
  assets: GrantServices['assets'],
  rows: Awaited<ReturnType<Grants['sharedWith']>>['models'],
): Promise<SharedWithMe['models']> {
  const found = []
  for (const { id, ownerId, role, from } of rows) {
    const stored = await asOwner(ownerId, () => assets.find(id))
    if (stored) found.push({ asset: stored.asset, role, from })
  }
  return found
}
