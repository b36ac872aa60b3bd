import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { expect, it, vi } from 'vitest'
import { openTestStore } from '../../store/store.fixture.ts'
import { ensureConformance } from '../../../cli/testing/mcp-conformance.mjs'
import { openConformanceClient, type Scenario } from './conformance-client.fixture.ts'

const run = promisify(execFile)

/**
 * Maximum number of concurrent scenarios. The conformance package starts all at once, but a person
 * may add at most 30 servers.
 */
const scenariosAtOnce = 6

const noPerson = 'Signs in a program without a person; here a person signs in.'
const noProof = 'Tokens are not bound to a key (DPoP); the extension is optional.'

const expectedFailures: Record<string, string> = {
  'auth/client-credentials-basic': noPerson,
  'auth/client-credentials-jwt': noPerson,
  'auth/enterprise-managed-authorization': noPerson,
  'auth/wif-jwt-bearer': noPerson,
  'auth/dpop': noProof,
  'auth/dpop-nonce': noProof,
  'json-schema-2020-12-preservation': 'Services refuse “$schema” in tools, so it is removed.',
}

const inFolder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

async function serveDriver(client: Awaited<ReturnType<typeof openConformanceClient>>) {
  const inTurn = pLimit(scenariosAtOnce)
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      inTurn(() => client.play(JSON.parse(body) as Scenario)).then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close().closeAllConnections() }
}

type Check = { id: string; status: string; errorMessage?: string }

async function readFailures(folder: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const file of await readdir(folder, { recursive: true })) {
    if (path.basename(file) !== 'checks.json') continue
    const checks = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Check[]
    const scenario = path.dirname(file).replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    found[scenario] = checks
      .filter(({ status }) => status === 'FAILURE')
      .map(({ id, errorMessage = '' }) => `${id}: ${errorMessage}`)
  }
  return found
}

it('McpService passes the client scenarios of the official conformance package', async ({
  skip,
}) => {
  const { folder, missing } = await ensureConformance()
  if (folder === undefined) return skip(missing)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const store = await openTestStore()
  const client = await openConformanceClient(store)
  const driver = await serveDriver(client)
  const results = await mkdtemp(path.join(tmpdir(), 'bozzetto-conformance-'))
  try {
    await run(
      process.execPath,
      [
        '--import',
        inFolder('add-glob-sync.mjs'),
        path.join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js'),
        'client',
        '--suite',
        'all',
        '--timeout',
        '60000',
        '--output-dir',
        results,
        '--command',
        `"${process.execPath}" "${inFolder('ask-driver.mjs')}"`,
      ],
      { env: { ...process.env, CONFORMANCE_DRIVER: driver.url }, maxBuffer: 64 * 1024 * 1024 },
    ).catch(() => {
      // The results are checked instead of the exit status, which is 1 if any scenario fails.
    })
    const failures = await readFailures(results)
    expect(Object.keys(failures).length).toBeGreaterThan(40)
    const failed = Object.entries(failures).filter(([, checks]) => checks.length > 0)
    const unexpected = failed.filter(([scenario]) => !Object.hasOwn(expectedFailures, scenario))
    expect(Object.fromEntries(unexpected)).toEqual({})
    expect(failed.map(([scenario]) => scenario).toSorted()).toEqual(
      Object.keys(expectedFailures).toSorted(),
    )
  } finally {
    driver.close()
    await client.close()
    await store.close()
    await rm(results, { recursive: true, force: true })
  }
})
