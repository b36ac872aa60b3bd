import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMcpReplay, type McpReplay } from './mcp-case.fixture.ts'
import { mcpCases } from './mcp-cases.fixture.ts'

let server: McpReplay
beforeAll(async () => {
  server = await openMcpReplay()
})
afterAll(() => server.close())

describe('openSession', () => {
  it.each(mcpCases.map((one) => [`${one.class}: ${one.name}`, one] as const))(
    'reads the tools and results of a server with %s',
    async (_name, one) => {
      expect(await server.replay(one)).toEqual(one.expected)
    },
  )
})
