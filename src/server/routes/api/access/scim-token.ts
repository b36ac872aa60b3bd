import { Hono } from 'hono'
import type * as z from 'zod/mini'
import type { ScimState, scimTokenSchema } from '#contract/access/scim.ts'
import type { Access } from '../../../access/access.ts'
import { HttpError } from '../../../errors/http-error.ts'
import type { RouteRules } from '../route-rules.ts'
import { noStore } from './access.ts'

export const scimTokenRules: RouteRules = {
  permit: [['', 'people', 'manage']],
  confirm: [[['POST', 'DELETE'], ['']]],
}

/** Creates the routes of `/api/people/scim`: the token of the directory, for admins. */
export const scimTokenRoutes = ({ access }: { access: Access }) =>
  new Hono()
    .use(noStore)
    .get('/', async (c) => c.json((await access.scimToken.readState()) satisfies ScimState))
    .post('/', async (c) => {
      if (!access.people.areOn()) throw new HttpError('conflict', 'Turn on accounts first.')
      const token = await access.scimToken.create()
      return c.json({ token } satisfies z.infer<typeof scimTokenSchema>, 201)
    })
    .delete('/', async (c) => {
      await access.scimToken.revoke()
      return c.body(null, 204)
    })
