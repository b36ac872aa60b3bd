import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { snapshotSchema } from './known-models.ts'
import { renewSnapshotFile } from './renew-snapshot-file.ts'

let folder: string
let file: string
let server: Server
let status = 200

const list = {
  anthropic: {
    models: {
      'claude-opus-5-5': {
        reasoning: true,
        tool_call: true,
        modalities: { input: ['text', 'image', 'pdf'] },
        cost: { input: 3, output: 15, cache_read: 0.3 },
        limit: { context: 1_000_000, output: 128_000 },
        release_date: '2026-09-22',
      },
      'claude-new': { cost: { input: 1, output: 5 }, limit: { context: 200_000 } },
    },
  },
}

beforeEach(async () => {
  status = 200
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-renew-'))
  file = path.join(folder, 'snapshot.json')
  await copyFile('src/server/providers/known-models/snapshot.json', file)
  server = createServer((_request, response) => {
    response.writeHead(status).end(JSON.stringify(list))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const renew = () =>
  renewSnapshotFile({
    file,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`,
    allowedHosts: ['127.0.0.1'],
    now: new Date('2027-02-03T00:00:00Z'),
  })
const read = async () => snapshotSchema.parse(JSON.parse(await readFile(file, 'utf8')))

describe('renewSnapshotFile', () => {
  it('writes the fetched facts and keeps models that the fetched list lacks', async () => {
    const before = await read()
    expect(await renew()).toBe(2)
    const { date, services } = await read()
    expect(date).toBe('2027-02-03')
    expect(services['anthropic']?.['claude-opus-5-5']).toEqual({
      context: 1_000_000,
      output: 128_000,
      can: 'str',
      in: ['image', 'pdf'],
      price: [3, 15, 0.3],
      released: '2026-09-22',
    })
    expect(services['anthropic']?.['claude-new']?.price).toEqual([1, 5])
    expect(services['anthropic']?.['claude-sonnet-5-5']).toEqual(
      before.services['anthropic']?.['claude-sonnet-5-5'],
    )
    expect(services['openai']).toEqual(before.services['openai'])
  })

  it('does not change the file on a second run of the same day', async () => {
    await renew()
    const written = await readFile(file, 'utf8')
    expect(await renew()).toBe(0)
    expect(await readFile(file, 'utf8')).toBe(written)
  })

  it('leaves the file unchanged if the list cannot be fetched', async () => {
    const before = await readFile(file, 'utf8')
    status = 503
    await expect(renew()).rejects.toThrow('answered with status 503')
    expect(await readFile(file, 'utf8')).toBe(before)
  })
})
