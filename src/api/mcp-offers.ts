import {
  mcpMaterialSchema,
  mcpOffersSchema,
  type McpMaterial,
  type McpOffers,
} from '#contract/mcp-offers.ts'
import { requestJson } from './http/http.ts'

const address = '/api/mcp-servers'
/** The server gives another one 30 s to answer. */
const timeoutMs = 70_000

/** Prompts and resources of MCP servers. @throws {ApiError} `forbidden` for who does not look after connections. */
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
