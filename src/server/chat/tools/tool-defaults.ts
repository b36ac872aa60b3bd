import type { ChatTool } from '#contract/chat/settings.ts'
import { toolDefaults } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { Toolbox } from './tools.ts'

type Reach = { store: Store; toolbox: Pick<Toolbox, 'list'> }

/**
 * Lists the available tools with the person's defaults. Unless the person has chosen, built-in
 * tools are on and tools of MCP servers are off.
 */
export async function listToolsWithDefaults({ store, toolbox }: Reach): Promise<ChatTool[]> {
  const rows = await store.db.select().from(toolDefaults)
  const chosen = new Map(rows.map(({ name, isOn }) => [name, isOn]))
  return toolbox.list().map((tool) => ({
    ...tool,
    isDefault: chosen.get(tool.name) ?? tool.from === undefined,
  }))
}

/** Returns the names of the tools that are on in chats whose tools were not chosen. */
export const listDefaultTools = async (reach: Reach): Promise<string[]> =>
  (await listToolsWithDefaults(reach)).flatMap(({ name, isDefault }) => (isDefault ? name : []))

export async function setToolDefault({ db }: Store, name: string, isOn: boolean): Promise<void> {
  await db
    .insert(toolDefaults)
    .values({ name, isOn })
    .onConflictDoUpdate({ target: [toolDefaults.ownerId, toolDefaults.name], set: { isOn } })
}
