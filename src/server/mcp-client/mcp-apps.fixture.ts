import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { mcpAppMimeType } from '#contract/mcp-apps.ts'

export type AppFixture = {
  /** Name of the tool. The address of its app is `ui://weather/NAME`. */
  name: string
  title: string
  html: string
  mimeType?: string
  csp?: { connectDomains?: string[]; resourceDomains?: string[] }
}

/** Adds tools with apps to an MCP server, and the tool `humidity`, which only apps can call. */
export function addApps(server: McpServer, apps: readonly AppFixture[]): void {
  for (const { name, title, html, mimeType = mcpAppMimeType, csp = {} } of apps) {
    const uri = `ui://weather/${name}`
    server.registerTool(
      name,
      {
        title,
        description: 'Weather of a city.',
        inputSchema: z.object({ city: z.string() }),
        _meta: { ui: { resourceUri: uri } },
      },
      ({ city }) => ({
        content: [{ type: 'text', text: `It is 21 degrees in ${city}.` }],
        structuredContent: { city, degrees: 21 },
        _meta: { station: 'harbour' },
      }),
    )
    server.registerResource(name, uri, { mimeType }, () => ({
      contents: [{ uri, mimeType, text: html, _meta: { ui: { csp } } }],
    }))
  }
  server.registerTool(
    'humidity',
    {
      title: 'Humidity',
      description: 'Humidity of a city.',
      inputSchema: z.object({ city: z.string() }),
      _meta: { ui: { visibility: ['app'] } },
    },
    ({ city }) => ({ content: [{ type: 'text', text: `40 % in ${city}` }] }),
  )
  server.registerTool(
    'alarm',
    {
      title: 'Alarm',
      description: 'Sounds an alarm.',
      inputSchema: z.object({}),
      _meta: { ui: { visibility: ['model'] } },
    },
    () => ({ content: [{ type: 'text', text: 'Alarm.' }] }),
  )
  server.registerResource('about', 'weather://about', { mimeType: 'text/plain' }, () => ({
    contents: [
      { uri: 'weather://about', mimeType: 'text/plain', text: 'Measured at the harbour.' },
    ],
  }))
}
