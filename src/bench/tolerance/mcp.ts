import { isDeepStrictEqual } from 'node:util'
import { openMcpReplay } from '#server/mcp-client/mcp-cases/mcp-case.fixture.ts'
import { mcpCases } from '#server/mcp-client/mcp-cases/mcp-cases.fixture.ts'
import type { BenchPart } from '../run-parts.ts'
import { countFailures } from './count-failures.ts'

/** Replays recorded lists, results and names of MCP servers. */
export const replayMcpCases: BenchPart = async (say) => {
  const server = await openMcpReplay()
  try {
    const failed = await countFailures(
      mcpCases,
      async (one) => {
        const seen = await server
          .replay(one)
          .catch((error: unknown) => ({ error: (error as Error).message }))
        return isDeepStrictEqual(seen, one.expected) ? undefined : JSON.stringify(seen)
      },
      say,
    )
    return { mcp_cases_failed: failed }
  } finally {
    await server.close()
  }
}
