import { appVersion } from '#lib/app-version.ts'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { newId } from '#lib/id.ts'
import { ownValue } from '#lib/own-value.ts'
import type { Tool } from '../../chat/tools/tool.ts'
import { signalWithin } from '../../process/signal-within.ts'
import { addMakingTools } from './making-tools.ts'
import type { McpCaller, McpServices } from './mcp-services.ts'
import { addModelApp, shownInApp } from './model-app.ts'
import { answerWith, linksTo, renderSmallPreview, toResult } from './mcp-results.ts'

const instructions = `Makes 3D models from pictures and keeps them in a library.
Start with bozzetto_make_3d_model, which answers at once with a task_id; then call bozzetto_wait until it is done (45 s a call at most; going on waiting is normal and costs nothing).
Look at what was made with bozzetto_look_at_model. Models that are not “local” may cost money: tell the person the price that bozzetto_list_3d_models gives and ask before ordering one.`

const readingTools: Record<string, string> = {
  list_3d_models: 'bozzetto_list_3d_models',
  search_library: 'bozzetto_search_library',
  look_at_model: 'bozzetto_look_at_model',
  inspect_model: 'bozzetto_inspect_model',
}
const changingTools: Record<string, string> = { change_model: 'bozzetto_change_model' }

const toolTimeoutMs = 45_000

export { createMcpHandler }

export function buildServer(services: McpServices, caller: McpCaller): McpServer {
  const server = new McpServer({ name: 'bozzetto', version: appVersion }, { instructions })
  addMakingTools(server, services, caller)
  addModelApp(server, services, caller)
  for (const tool of services.studioTools) {
    const name = ownValue(readingTools, tool.name) ?? ownValue(changingTools, tool.name)
    const { input } = tool
    if (name !== undefined && input) addChatTool(server, { tool, input, name, caller, services })
  }
  return server
}

type ChatToolPlace = {
  tool: Tool
  input: z.ZodObject
  name: string
  caller: McpCaller
  services: McpServices
}

function addChatTool(
  server: McpServer,
  { tool, input, name, caller, services }: ChatToolPlace,
): void {
  const { title, description, output } = tool
  const isReading = Object.hasOwn(readingTools, tool.name)
  const annotations = {
    readOnlyHint: isReading,
    destructiveHint: false,
    idempotentHint: isReading,
    openWorldHint: false,
  }
  const config = {
    title,
    description,
    inputSchema: input,
    ...(output && { outputSchema: output }),
    annotations,
    ...(!isReading && { _meta: shownInApp }),
  }
  server.registerTool(name, config, (given, ctx) =>
    answerWith(async () => {
      const result = await tool.run(given, {
        signal: signalWithin(toolTimeoutMs, ctx.mcpReq.signal, caller.client.revocation.signal),
        sourceCount: 0,
        conversationId: '',
        orderId: newId(),
        canSee: true,
        pictures: () => Promise.resolve([]),
        models: () => Promise.resolve([]),
      })
      const assetIds = typeof result === 'string' ? [] : (result.assetIds ?? [])
      const links = await linksTo(services, caller, assetIds)
      // Only tools that change a model add a preview, because the results of read-only tools are
      // complete.
      const [changedId] = isReading ? [] : assetIds
      const preview = changedId === undefined ? [] : await renderSmallPreview(services, changedId)
      return toResult(result, [...preview, ...links])
    }),
  )
}
