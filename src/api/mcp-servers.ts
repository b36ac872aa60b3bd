import {
  mcpServerListSchema,
  mcpServerSchema,
  mcpSignInSchema,
  type ChangeMcpServer,
  type CreateMcpServer,
  type McpServer,
  type McpServerList,
  type McpSignedIn,
  type McpSignIn,
} from '#contract/mcp-servers.ts'
import { requestJson, requestNothing } from './http/http.ts'

const address = '/api/mcp-servers'
const getPath = (id: string): string => `${address}/${encodeURIComponent(id)}`

/** Time limit, because the server waits up to 30 s for an MCP server, and 30 s for its tools. */
const visitTimeoutMs = 70_000

export const listMcpServers = (signal?: AbortSignal): Promise<McpServerList> =>
  requestJson(mcpServerListSchema, address, { signal })

/**
 * Adds an MCP server. Its headers are never returned. @throws {ApiError} when it does not answer.
 */
export const createMcpServer = (body: CreateMcpServer): Promise<McpServer> =>
  requestJson(mcpServerSchema, address, { method: 'POST', body, timeoutMs: visitTimeoutMs })

export const changeMcpServer = (id: string, body: ChangeMcpServer): Promise<McpServer> =>
  requestJson(mcpServerSchema, getPath(id), { method: 'PATCH', body })

/** Reloads the tools of an MCP server. If that fails, the reason is in `problem` of the result. */
export const refreshMcpServer = (id: string): Promise<McpServer> =>
  requestJson(mcpServerSchema, `${getPath(id)}/refresh`, {
    method: 'POST',
    timeoutMs: visitTimeoutMs,
  })

export const removeMcpServer = (id: string): Promise<void> =>
  requestNothing(getPath(id), { method: 'DELETE' })

/**
 * Starts a sign-in to an MCP server.
 * @returns the sign-in address. @throws {ApiError} when the server offers no sign-in.
 */
export const signInToMcpServer = (id: string): Promise<McpSignIn> =>
  requestJson(mcpSignInSchema, `${getPath(id)}/sign-in`, {
    method: 'POST',
    timeoutMs: visitTimeoutMs,
  })

/** Completes a sign-in with the query parameters of the redirect. */
export const finishMcpSignIn = (body: McpSignedIn): Promise<McpServer> =>
  requestJson(mcpServerSchema, `${address}/signed-in`, {
    method: 'POST',
    body,
    timeoutMs: visitTimeoutMs,
  })
