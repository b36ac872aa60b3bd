import { isOwnKey } from '#lib/own-value.ts'
import { sql, type SQL } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import type { GrantRole } from '#contract/sharing/shared-with-me.ts'
import type { SignedInEnv } from '../access/guards.ts'
import { can } from '../access/people/people.ts'
import type { Teams } from '../access/teams/teams.ts'
import { isIssuedByActive } from '../access/people/issuers.ts'
import { HttpError } from '../errors/http-error.ts'
import { noteGuest } from '../http/open-streams.ts'
import { asGuest, asServer } from '../store/owner-scope.ts'
import { assets, conversations, documents, files, runs, tasks, grants } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { givenTo } from './grants.ts'

const kinds = {
  conversations: {
    table: conversations,
    leads: (id: string) => sql`grants.conversation_id = ${id}`,
  },
  runs: {
    table: runs,
    leads: (id: string) =>
      sql`grants.conversation_id = (select conversation_id from runs where id = ${id})`,
  },
  assets: {
    table: assets,
    leads: (id: string) =>
      sql`(grants.asset_id = ${id} or ${orderedInChat(sql`(${id}, (select task_id from assets where id = ${id}))`)})`,
  },
  tasks: {
    table: tasks,
    leads: (id: string) => sql`(${orderedInChat(sql`(${id})`)} or assets.task_id = ${id})`,
  },
  files: {
    table: files,
    leads: (id: string) =>
      sql`(${attached(sql`file_id = ${id}`)} or assets.picture_file_id = ${id})`,
  },
  documents: { table: documents, leads: (id: string) => attached(sql`document_id = ${id}`) },
} as const
type Kind = keyof typeof kinds

/**
 * Matches results of the owner's tool calls in the chat. Forged tool results grant no access,
 * because only this server creates `orderId`.
 */
const orderedInChat = (ids: SQL): SQL =>
  sql`exists (select 1 from tool_calls join messages on messages.id = tool_calls.message_id
    where messages.conversation_id = grants.conversation_id and tool_calls.details ->> 'orderId' in ${ids})`
const attached = (condition: SQL): SQL =>
  sql`exists (select 1 from message_attachments join messages on messages.id = message_attachments.message_id
    where messages.conversation_id = grants.conversation_id and ${condition})`

/** Routes that guests may use. Other routes return a 404 to guests. */
const doors = new Map<string, 'see' | 'change'>(
  Object.entries({
    'GET conversations': 'see',
    'GET conversations/export': 'see',
    'PATCH conversations': 'change',
    'POST conversations/title': 'change',
    'POST conversations/messages': 'change',
    'POST conversations/runs': 'change',
    'GET runs': 'see',
    'GET runs/events': 'see',
    'POST runs/stop': 'change',
    'GET assets': 'see',
    'GET assets/model': 'see',
    'GET assets/thumbnail': 'see',
    'GET assets/turntable': 'see',
    'PATCH assets': 'change',
    'GET tasks': 'see',
    'GET tasks/events': 'see',
    'GET tasks/preview': 'see',
    'GET files': 'see',
    'GET files/content': 'see',
    'GET documents': 'see',
  }),
)

const address =
  /^\/api\/(conversations|runs|assets|tasks|files|documents)\/([\w-]{16,40})(?:\/([a-z]+))?$/

type GrantOptions = { store: Store; access: { teams: Teams; people: { areOn: () => boolean } } }

/**
 * Gives guests access to shared chats and models: the rest of the request runs with the owner's
 * rows. A person's own row needs no grant. Runs after `sessionGuard`.
 */
export const grantAccess = (options: GrantOptions) =>
  createMiddleware<SignedInEnv>(async (c, next) => {
    const { store, access } = options
    if (!access.people.areOn()) return next()
    const [, kind, id = '', rest] = address.exec(c.req.path) ?? []
    if (kind === undefined || !isOwnKey(kinds, kind)) return next()
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const action = doors.get(`${method} ${kind}${rest === undefined ? '' : `/${rest}`}`)
    if (action === undefined || (await isOwn(store, kind, id))) return next()
    const caller = c.get('caller')
    // Teams are read on each check, because they may change while a stream is open.
    const asked = () => ({ kind, id, mine: givenTo(caller.id, access.teams) })
    const found = await find(store, asked())
    if (!found) return next()
    if (!can(caller, action, { role: found.role })) {
      throw new HttpError('forbidden', 'You can only read this. Ask its owner to let you edit it.')
    }
    // Ends the streams of this request as soon as the server would refuse the same request.
    noteGuest(c, async () => {
      const still = await find(store, asked())
      return still !== undefined && can(caller, action, { role: still.role })
    })
    return asGuest({ ownerId: found.ownerId, guestId: caller.id }, next)
  })

async function isOwn({ db }: Store, kind: Kind, id: string): Promise<boolean> {
  const { table } = kinds[kind]
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(sql`${table.id} = ${id}`)
  return rows.length > 0
}

type Found = { ownerId: string; role: GrantRole }

async function find(
  { db }: Store,
  { kind, id, mine }: { kind: Kind; id: string; mine: SQL },
): Promise<Found | undefined> {
  // Models are read-only, because only the chat was shared.
  const role =
    kind === 'assets'
      ? sql`case when grants.asset_id = ${id} then grants.role else 'viewer' end`
      : sql`grants.role`
  const { rows } = await asServer(() =>
    db.execute<{ owner_id: string; role: typeof grants.$inferSelect.role }>(sql`
      select grants.owner_id, ${role} as role from grants
        left join conversations on conversations.id = grants.conversation_id
        left join assets on assets.id = grants.asset_id
      where ${mine} and coalesce(conversations.deleted_at, assets.deleted_at) is null
        and ${kinds[kind].leads(id)} and ${isIssuedByActive(grants.ownerId)}
      order by role limit 1`),
  )
  const [row] = rows
  return row && { ownerId: row.owner_id, role: row.role }
}
