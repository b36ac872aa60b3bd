import { asc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AllowedToolList } from '#contract/chat/settings.ts'
import { toolTitle } from '#lib/tool-title.ts'
import { parseAppDomainName } from '../../../mcp-client/app-domains.ts'
import type { Toolbox } from '../../../chat/tools/tools.ts'
import { allowedTools } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

/**
 * Creates the routes of `/api/allowed-tools`, which list and revoke the tools that a person always
 * allows.
 */
export const allowedToolRoutes = (services: { store: Store; toolbox: Toolbox }) =>
  new Hono()
    .get('/', async (c) => {
      const { store, toolbox } = services
      const rows = await store.db
        .select()
        .from(allowedTools)
        .orderBy(asc(allowedTools.createdAt), asc(allowedTools.name))
      const known = new Map(
        toolbox.list().map((tool) => [tool.allowedAs ?? tool.name, tool] as const),
      )
      const tools = rows.map(({ name, createdAt }) => {
        const { title = getTitleOfUnlisted(name), from } = known.get(name) ?? describeDomain(name)
        return {
          allowedAs: name,
          title,
          ...(from !== undefined && { from }),
          since: createdAt.toISOString(),
        }
      })
      return c.json({ tools } satisfies AllowedToolList)
    })
    .delete('/:allowedAs', async (c) => {
      const name = c.req.param('allowedAs')
      await services.store.db.delete(allowedTools).where(eq(allowedTools.name, name))
      return c.body(null, 204)
    })

/**
 * Returns a tool's title without the hash of the tool's definition, with which the stored name
 * ends.
 */
const getTitleOfUnlisted = (allowedAs: string): string => toolTitle(allowedAs.replace(/#.*$/, ''))

function describeDomain(allowedAs: string): { title?: string; from?: string } {
  const { serverId, domain } = parseAppDomainName(allowedAs) ?? {}
  return domain === undefined ? {} : { title: `Reach ${domain}`, from: `Apps of ${serverId}` }
}
