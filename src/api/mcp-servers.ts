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
const pathOf = (id: string): string => `${address}/${encodeURIComponent(id)}`

/** The server gives another one 30 s to answer, and 30 s to list its tools. */
const visitTimeoutMs = 70_000

/** The MCP servers whose tools chats can use. */
export const listMcpServers = (signal?: AbortSignal): Promise<McpServerList> =>
  requestJson(mcpServerListSchema, address, { signal })

/** Its headers go to the server and never come back. @throws {ApiError} when it does not answer. */
export const createMcpServer = (body: CreateMcpServer): Promise<McpServer> =>
  requestJson(mcpServerSchema, address, { method: 'POST', body, timeoutMs: visitTimeoutMs })

export const changeMcpServer = (id: string, body: ChangeMcpServer): Promise<McpServer> =>
  requestJson(mcpServerSchema, pathOf(id), { method: 'PATCH', body })

/** Asks it for its tools again; what goes wrong is in its `problem`. */
export const refreshMcpServer = (id: string): Promise<McpServer> =>
  requestJson(mcpServerSchema, `${pathOf(id)}/refresh`, {
    method: 'POST',
    timeoutMs: visitTimeoutMs,
  })

export const removeMcpServer = (id: string): Promise<void> =>
  requestNothing(pathOf(id), { method: 'DELETE' })

/** @returns where the person signs in. @throws {ApiError} when the server offers no sign-in. */
export const signInToMcpServer = (id: string): Promise<McpSignIn> =>
  requestJson(mcpSignInSchema, `${pathOf(id)}/sign-in`, {
    method: 'POST',
    timeoutMs: visitTimeoutMs,
  })

/** With what came back with the person. */
export const finishMcpSignIn = (body: McpSignedIn): Promise<McpServer> =>
  requestJson(mcpServerSchema, `${address}/signed-in`, {
    method: 'POST',
    body,
    timeoutMs: visitTimeoutMs,
  })
