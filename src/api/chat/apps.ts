import {
  appCallAnswerSchema,
  appResourceSchema,
  mcpAppSchema,
  type AllowAppDomains,
  type AppCallAnswer,
  type AppResource,
  type CallByApp,
  type McpApp,
} from '#contract/mcp-apps.ts'
import { requestJson, requestNothing } from '../http/http.ts'

/** Tool call that an MCP server's app belongs to. */
export type CallPlace = { runId: string; callIndex: number }

const toPath = ({ runId, callIndex }: CallPlace) => `/api/runs/${runId}/tool-calls/${callIndex}/app`

export const readToolApp = (place: CallPlace, signal?: AbortSignal): Promise<McpApp> =>
  requestJson(mcpAppSchema, toPath(place), { signal })

export const allowAppDomains = (place: CallPlace, body: AllowAppDomains): Promise<void> =>
  requestNothing(`${toPath(place)}/domains`, { method: 'PUT', body })

/** Calls a tool for an app. Returns `asks` if the tool needs the person's permission. */
export const callByApp = (place: CallPlace, body: CallByApp): Promise<AppCallAnswer> =>
  requestJson(appCallAnswerSchema, `${toPath(place)}/calls`, { method: 'POST', body })

export const readAppResource = (place: CallPlace, uri: string): Promise<AppResource> =>
  requestJson(appResourceSchema, `${toPath(place)}/resource`, { method: 'POST', body: { uri } })
