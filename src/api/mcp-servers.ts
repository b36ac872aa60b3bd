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

/** The server waits up to 30 s for the MCP server, and 30 s for the list of its tools. */
const visitTimeoutMs = 70_000

export const listMcpServers = (signal?: AbortSignal): Promise<McpServerList> =>
  requestJson(mcpServerListSchema, address, { signal })

/**
 * Adds an MCP server. The server never returns the headers of the connection.
 * @throws {ApiError} when the MCP server does not respond.
 */
export const createMcpServer = (body: CreateMcpServer): Promise<McpServer> =>
  requestJson(mcpServerSchema, address, { method: 'POST', body, timeoutMs: visitTimeoutMs })

export const changeMcpServer = (id: string, body: ChangeMcpServer): Promise<McpServer> =>
  requestJson(mcpServerSchema, getPath(id), { method: 'PATCH', body })

/**
 * Loads the tools of an MCP server again. On failure, `problem` of the result contains the reason.
 */
export const refreshMcpServer = (id: string): Promise<McpServer> =>
  requestJson(mcpServerSchema, `${getPath(id)}/refresh`, {
    method: 'POST',
    timeoutMs: visitTimeoutMs,
  })

export const removeMcpServer = (id: string): Promise<void> =>
  requestNothing(getPath(id), { method: 'DELETE' })

/**
 * Starts a sign-in to an MCP server.
 * @returns the address of the sign-in page.
 * @throws {ApiError} when the MCP server has no sign-in.
 */
export const signInToMcpServer = (id: string): Promise<McpSignIn> =>
  requestJson(mcpSignInSchema, `${getPath(id)}/sign-in`, {
    method: 'POST',
    timeoutMs: visitTimeoutMs,
  })

/** Completes a sign-in to an MCP server with the query parameters of the redirect. */
export const finishMcpSignIn = (body: McpSignedIn): Promise<McpServer> =>
  requestJson(mcpServerSchema, `${address}/signed-in`, {
    method: 'POST',
    body,
    timeoutMs: visitTimeoutMs,
  })
