import { like } from 'drizzle-orm'
import { asServer } from '../store/owner-scope.ts'
import { allowedTools } from '../store/schema.ts'
import type { Database } from '../store/store.ts'

// Names of tools contain no colon, so a permission for a tool cannot have the same name.
const appPattern = /^app:(\S+) (\S+)$/

/** Returns the name under which the permission of an app to reach a domain is stored. */
export const getAppDomainName = (serverId: string, domain: string): string =>
  `app:${serverId} ${domain}`

/** Returns undefined for the name of a tool. */
export function parseAppDomainName(name: string): { serverId: string; domain: string } | undefined {
  const [, serverId, domain] = appPattern.exec(name) ?? []
  return serverId !== undefined && domain !== undefined ? { serverId, domain } : undefined
}

/** Lists the domains that the current person has allowed to the apps of an MCP server. */
export async function listAppDomains(db: Database, serverId: string): Promise<string[]> {
  const rows = await db
    .select({ name: allowedTools.name })
    .from(allowedTools)
    .where(like(allowedTools.name, getAppDomainName(serverId, '%')))
  return rows.flatMap(({ name }) => parseAppDomainName(name)?.domain ?? [])
}

/**
 * Removes the permissions of all people for a removed MCP server, because a later server may get
 * the same id.
 */
export const removeAppDomains = async (db: Database, serverId: string): Promise<void> => {
  const name = getAppDomainName(serverId, '%')
  await asServer(() => db.delete(allowedTools).where(like(allowedTools.name, name)))
}
