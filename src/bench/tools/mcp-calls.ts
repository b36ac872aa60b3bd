import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createdKeySchema } from '#contract/access/keys.ts'
import { median, printTable } from '../table.ts'

const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const rounds = isQuick ? 30 : 300

export async function connectMcp(url: string): Promise<Client> {
  const made = await fetch(`${url}/api/keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'Bench',
      limits: { requestsPerMinute: 10_000, streams: 8 },
      scopes: ['3d'],
    }),
  })
  const { secret } = createdKeySchema.parse(await made.json())
  const client = new Client(
    { name: 'bench', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  )
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  )
  return client
}

/** Measures the overhead of `/mcp` for a library search, compared with `/api`. */
export async function measureMcpCalls(
  client: Client,
  url: string,
): Promise<Record<string, number>> {
  const times = { mcp: [] as number[], api: [] as number[] }
  const search = () =>
    client.callTool({ name: 'bozzetto_search_library', arguments: { query: 'ball' } })
  const read = async () => (await fetch(`${url}/api/assets?search=ball&limit=20`)).json()
  for (let round = -20; round < rounds; round++) {
    for (const [name, work] of [['mcp', search] as const, ['api', read] as const]) {
      const startMs = performance.now()
      await work()
      if (round >= 0) times[name].push(performance.now() - startMs)
    }
  }
  const [mcp, api] = [median(times.mcp), median(times.api)]
  printTable([
    [`a search of the library, ms (median of ${rounds})`, ''],
    ['over /mcp', mcp.toFixed(1)],
    ['over /api', api.toFixed(1)],
  ])
  return { mcp_call_ms: tenth(mcp), mcp_call_overhead_ms: tenth(Math.max(0, mcp - api)) }
}

const tenth = (ms: number) => Math.round(ms * 10) / 10
