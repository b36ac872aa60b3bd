import { Hono } from 'hono'
import {
  nameTeamSchema,
  setMemberSchema,
  type Directory,
  type TeamList,
} from '#contract/access/teams.ts'
import type { Access } from '../../../access/access.ts'
import type { SignedInEnv } from '../../../access/guards.ts'
import { readJsonBody } from '../../../http/validate.ts'
import { noStore } from './access.ts'

const bodyBytesMax = 4096

type TeamServices = { access: Access }

/** Creates the routes of `/api/teams`. */
export const teamRoutes = ({ access }: TeamServices) => {
  // `access.teams` does not exist yet when the routes are created.
  const teams = () => access.teams
  return (
    new Hono<SignedInEnv>()
      .use(noStore)
      .get('/', (c) =>
        c.json({
          teams: teams().listFor(c.get('caller')),
          canMake: teams().canMake(c.get('caller')),
          settings: teams().settings(),
        } satisfies TeamList),
      )
      // Lists the people who can be added to a team or get access to an item.
      .get('/people', (c) =>
        c.json({
          people: access.people
            .list()
            .filter(({ isOff }) => !isOff)
            .map(({ id, name, email }) => ({ id, name, email, isYou: id === c.get('caller').id })),
        } satisfies Directory),
      )
      .post('/', async (c) => {
        const { name } = await readJsonBody(c, nameTeamSchema, bodyBytesMax)
        const team = await teams().make(c.get('caller'), name)
        return c.json(team, 201)
      })
      .patch('/:id', async (c) => {
        const { name } = await readJsonBody(c, nameTeamSchema, bodyBytesMax)
        const team = await teams().rename(c.get('caller'), { id: c.req.param('id'), name })
        return c.json(team)
      })
      .delete('/:id', async (c) => {
        await teams().remove(c.get('caller'), c.req.param('id'))
        return c.body(null, 204)
      })
      .put('/:id/members/:userId', async (c) => {
        const { role } = await readJsonBody(c, setMemberSchema, bodyBytesMax)
        const { id: teamId, userId } = c.req.param()
        const team = await teams().setMember(c.get('caller'), { teamId, userId, role })
        return c.json(team)
      })
      .delete('/:id/members/:userId', async (c) => {
        const { id: teamId, userId } = c.req.param()
        await teams().removeMember(c.get('caller'), { teamId, userId })
        return c.body(null, 204)
      })
  )
}
