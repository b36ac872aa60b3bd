import {
  directorySchema,
  peopleSettingsSchema,
  teamListSchema,
  teamSchema,
  type Directory,
  type PeopleSettings,
  type Team,
  type TeamList,
  type TeamRole,
} from '#contract/access/teams.ts'
import { requestJson, requestNothing } from '../http/http.ts'

const address = '/api/teams'
const at = (id: string) => `${address}/${encodeURIComponent(id)}`

export const listTeams = (signal?: AbortSignal): Promise<TeamList> =>
  requestJson(teamListSchema, address, { signal })

export const listDirectory = (signal?: AbortSignal): Promise<Directory> =>
  requestJson(directorySchema, `${address}/people`, { signal })

export const makeTeam = (name: string): Promise<Team> =>
  requestJson(teamSchema, address, { method: 'POST', body: { name } })

export const renameTeam = ({ id, name }: { id: string; name: string }): Promise<Team> =>
  requestJson(teamSchema, at(id), { method: 'PATCH', body: { name } })

export const deleteTeam = (id: string): Promise<void> =>
  requestNothing(at(id), { method: 'DELETE' })

type Member = { teamId: string; userId: string }

export const setTeamMember = ({
  teamId,
  userId,
  role,
}: Member & { role: TeamRole }): Promise<Team> =>
  requestJson(teamSchema, `${at(teamId)}/members/${encodeURIComponent(userId)}`, {
    method: 'PUT',
    body: { role },
  })

export const removeTeamMember = ({ teamId, userId }: Member): Promise<void> =>
  requestNothing(`${at(teamId)}/members/${encodeURIComponent(userId)}`, { method: 'DELETE' })

/** Changes the server's rules for accounts and teams. Only admins can call it. */
export const changePeopleSettings = (body: PeopleSettings): Promise<PeopleSettings> =>
  requestJson(peopleSettingsSchema, '/api/people/settings', { method: 'PUT', body })
