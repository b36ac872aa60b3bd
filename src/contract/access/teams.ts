import * as z from 'zod/mini'
import { idSchema } from '../id.ts'
import { nameSchema } from './name.ts'

/** Owners manage the team, editors change what is shared with the team, and viewers only read. */
const teamRoles = ['owner', 'editor', 'viewer'] as const
export const teamRoleSchema = z.enum(teamRoles)
export type TeamRole = z.infer<typeof teamRoleSchema>

export const teamsMax = 200
export const teamMembersMax = 200

/** Body of `POST /api/teams` and `PATCH /api/teams/:id`. */
export const nameTeamSchema = z.object({ name: nameSchema })

export const teamSchema = z.object({
  id: idSchema,
  name: z.string(),
  members: z.array(z.object({ userId: z.string(), name: z.string(), role: teamRoleSchema })),
  /** True if the caller may rename or delete the team and change its members. */
  canManage: z.boolean(),
})
export type Team = z.infer<typeof teamSchema>

/** Body of `PUT /api/people/settings`: what members and admins of the server may do. */
export const peopleSettingsSchema = z.object({
  membersMakeTeams: z.boolean(),
  membersConnect: z._default(z.boolean(), false),
  /**
   * True if admins may read all chats. The page then informs every user, and the server logs each
   * access.
   */
  adminsReadChats: z._default(z.boolean(), false),
})
export type PeopleSettings = z.infer<typeof peopleSettingsSchema>

/** Response of `GET /api/teams`: all teams for admins, otherwise the caller's teams. */
export const teamListSchema = z.object({
  teams: z.array(teamSchema),
  canMake: z.boolean(),
  settings: peopleSettingsSchema,
})
export type TeamList = z.infer<typeof teamListSchema>

/** Body of `PUT /api/teams/:id/members/:userId`. */
export const setMemberSchema = z.object({ role: teamRoleSchema })

/** Response of `GET /api/teams/people`: all users who can sign in. */
export const directorySchema = z.object({
  people: z.array(
    z.object({ id: z.string(), name: z.string(), email: z.string(), isYou: z.boolean() }),
  ),
})
export type Directory = z.infer<typeof directorySchema>
