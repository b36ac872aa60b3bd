import * as z from 'zod/mini'
import { idSchema } from '../id.ts'
import { nameSchema } from './name.ts'

/** Owners manage a team, editors change what is shared with it, viewers read it. */
const teamRoles = ['owner', 'editor', 'viewer'] as const
export const teamRoleSchema = z.enum(teamRoles)
export type TeamRole = z.infer<typeof teamRoleSchema>

/** Teams of one server, and people in one team. */
export const teamsMax = 200
export const teamMembersMax = 200

/** `POST /api/teams`, `PATCH /api/teams/:id`. */
export const nameTeamSchema = z.object({ name: nameSchema })

export const teamSchema = z.object({
  id: idSchema,
  name: z.string(),
  members: z.array(z.object({ userId: z.string(), name: z.string(), role: teamRoleSchema })),
  /** Whether who asks may rename and delete it, and say who is in it. */
  canManage: z.boolean(),
})
export type Team = z.infer<typeof teamSchema>

/** `PUT /api/people/settings`: what admins allow. */
export const peopleSettingsSchema = z.object({
  membersMakeTeams: z.boolean(),
  /** Whether members may connect services for themselves and for teams that they own. */
  membersConnect: z._default(z.boolean(), false),
  /** Whether admins may read everybody’s chats. All are told, and each reading is logged. */
  adminsReadChats: z._default(z.boolean(), false),
})
export type PeopleSettings = z.infer<typeof peopleSettingsSchema>

/** `GET /api/teams`: for admins all, for everybody else those that they are in. */
export const teamListSchema = z.object({
  teams: z.array(teamSchema),
  canMake: z.boolean(),
  settings: peopleSettingsSchema,
})
export type TeamList = z.infer<typeof teamListSchema>

/** `PUT /api/teams/:id/members/:userId`. */
export const setMemberSchema = z.object({ role: teamRoleSchema })

/** `GET /api/teams/people`: everybody who can sign in. */
export const directorySchema = z.object({
  people: z.array(
    z.object({ id: z.string(), name: z.string(), email: z.string(), isYou: z.boolean() }),
  ),
})
export type Directory = z.infer<typeof directorySchema>
