import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from './mcp-session.ts'
import { toToolResult } from './tool-result.ts'

/**
 * A program whose messages the SDK would reject: log output, a list, bare results, a byte order
 * mark.
 */
const program = `
const answers = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' }, _meta: null },
  'tools/list': [{ name: 'one', inputSchema: { type: 'object' } }],
  'tools/call': 'Forty-two',
}
process.stdout.write('\\uFEFFStarting …\\n{ not JSON\\n')
let open = ''
process.stdin.on('data', (piece) => {
  open += piece
  const lines = open.split('\\n')
  open = lines.pop()
  for (const { id, method } of lines.map((line) => JSON.parse(line))) {
    if (id === undefined) continue
    const result = answers[method]
    const message = result === undefined ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'Unknown method' } } : { id: String(id), result }
    const text = JSON.stringify(method === 'tools/call' ? [message] : message) + '\\r\\n'
    process.stdout.write(text.slice(0, 9))
    setImmediate(() => process.stdout.write(text.slice(9)))
  }
})
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mend-lines-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a command whose lines are not valid messages', () => {
  it('offers its tools and returns their results', async () => {
    const { signal } = new AbortController()
    const target = {
      name: 'Odd',
      address: undefined,
      command: [process.execPath, '-e', program],
      secrets: {},
    }
    const options = { allowedHosts: [], takesCommands: true, folder }
    const session = await openSession(target, options, signal)
    try {
      const { tools } = await session.list(signal)
      expect(tools.map(({ name }) => name)).toEqual(['one'])
      const called = await session.call({ name: 'one', given: {} }, signal)
      expect(JSON.stringify(toToolResult(called, 'Odd'))).toContain('Forty-two')
    } finally {
      await session.close()
    }
  })
})
