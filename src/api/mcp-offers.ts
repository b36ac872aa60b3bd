import {
  mcpMaterialSchema,
  mcpOffersSchema,
  type McpMaterial,
  type McpOffers,
} from '#contract/mcp-offers.ts'
import { requestJson } from './http/http.ts'

const address = '/api/mcp-servers'
/** The server waits up to 30 s for each answer of an MCP server. */
const timeoutMs = 70_000

/**
 * Returns the prompts and resources of the MCP servers.
 * @throws {ApiError} `forbidden` for people who may not manage connections.
 */
export const listMcpOffers = (signal?: AbortSignal): Promise<McpOffers> =>
  requestJson(mcpOffersSchema, `${address}/offers`, { signal, timeoutMs })

export const fillMcpPrompt = (
  { serverId, name }: { serverId: string; name: string },
  values: Record<string, string>,
): Promise<McpMaterial> =>
  requestJson(mcpMaterialSchema, `${address}/${encodeURIComponent(serverId)}/prompt`, {
    method: 'POST',
    body: { name, arguments: values },
    timeoutMs,
  })

export const readMcpResource = ({
  serverId,
  uri,
}: {
  serverId: string
  uri: string
}): Promise<McpMaterial> =>
  requestJson(mcpMaterialSchema, `${address}/${encodeURIComponent(serverId)}/resource`, {
    method: 'POST',
    body: { uri },
    timeoutMs,
  })
