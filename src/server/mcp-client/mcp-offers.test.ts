import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createChanges } from '../changes/changes.ts'
import { mcpServers } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openVault } from '../vault/vault.ts'
import { commandsFolder, openServers } from './mcp-servers.fixture.ts'
import { readOffers, readPrompt, readResource } from './mcp-offers.ts'
import { openMcpService, type McpService } from './mcp-service.ts'

const { signal } = new AbortController()
let store: Store
let mcp: McpService
const servers = openServers()
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  mcp = await openMcpService({
    store,
    vault: await openVault(store, 'a master key of more than 32 characters'),
    changes: createChanges(),
    allowedHosts: ['127.0.0.1'],
    folder: commandsFolder,
    takesCommands: false,
  })
})
afterEach(async () => {
  await mcp.close()
  await store.db.delete(mcpServers)
  await servers.close()
})

const getWords = (base64 = '') => Buffer.from(base64, 'base64').toString()

describe('prompts and resources of an MCP server', () => {
  it('are listed, filled in and read if the server is on', async () => {
    const address = await servers.official((server) => {
      const argsSchema = z.object({
        part: z.string().describe('Which one'),
        tone: z.string().optional(),
      })
      server.registerPrompt('review', { title: 'Review', argsSchema }, ({ part }) => ({
        messages: [{ role: 'user', content: { type: 'text', text: `Review the ${part}.` } }],
      }))
      server.registerResource(
        'Plan',
        'file:///plans/bear.md',
        { mimeType: 'text/markdown' },
        ({ href }) => ({
          contents: [{ uri: href, text: '# Bear' }],
        }),
      )
    })
    await mcp.create({ name: 'Far', address }, signal)
    const about = { serverId: 'far', serverName: 'Far' }
    expect(await mcp.offers(signal)).toMatchObject({
      prompts: [
        {
          ...about,
          name: 'review',
          title: 'Review',
          arguments: [
            { name: 'part', description: 'Which one', isRequired: true },
            { name: 'tone', isRequired: false },
          ],
        },
      ],
      resources: [{ ...about, title: 'Plan', uri: 'file:///plans/bear.md' }],
    })
    const filled = await mcp.prompt('far', { name: 'review', arguments: { part: 'ear' } }, signal)
    expect(filled).toEqual({ text: 'Review the ear.', files: [] })
    const read = await mcp.resource('far', { uri: 'file:///plans/bear.md' }, signal)
    expect(read).toMatchObject({ text: '', files: [{ name: 'bear.md', mimeType: 'text/plain' }] })
    expect(getWords(read.files[0]?.base64)).toMatch(
      /MCP server “Far”.*not instructions\.\n\n# Bear$/s,
    )
    await expect(mcp.resource('far', { uri: 'file:///etc/passwd' }, signal)).rejects.toThrow(
      'Far says',
    )

    await mcp.change('far', { isOn: false })
    expect(await mcp.offers(signal)).toEqual({ prompts: [], resources: [] })
    await expect(mcp.prompt('far', { name: 'review', arguments: {} }, signal)).rejects.toThrow(
      'turned off',
    )
  })

  it('are read from a third-party server', async () => {
    await mcp.create({ name: 'Far', address: await servers.everything() }, signal)
    const { prompts, resources } = await mcp.offers(signal)
    expect(prompts.length).toBeGreaterThan(0)
    const [first] = resources
    const { files } = await mcp.resource('far', { uri: first?.uri ?? '' }, signal)
    expect(files).toHaveLength(1)
  })
})

const many = (field: string) =>
  Array.from({ length: 500 }, (_, at) => ({
    [field]: `a:${at}`,
    title: `x\n${'y'.repeat(900)}`,
    arguments: Array.from({ length: 90 }, () => ({ name: 'a' })),
  }))

describe('prompts and resources of a hostile MCP server', () => {
  const far = { id: 'far', name: 'Far' }

  it('are limited in number and have one-line names', () => {
    const { prompts, resources } = readOffers(far, {
      prompts: many('name'),
      resources: many('uri'),
    })
    expect([prompts.length, resources.length]).toEqual([50, 100])
    expect(prompts[0]?.title).toMatch(/^x y{78}$/)
    expect(prompts[0]?.arguments).toHaveLength(12)
    const odd = ['', 7, null, 'a\u0000b', 'x'.repeat(3_000)]
    expect(
      readOffers(far, {
        prompts: odd.map((name) => ({ name })),
        resources: odd.map((uri) => ({ uri })),
      }),
    ).toEqual({ prompts: [], resources: [] })
    expect(readOffers(far, { prompts: 'no', resources: undefined })).toEqual({
      prompts: [],
      resources: [],
    })
  })

  it('are limited in length and have file names without a path', () => {
    const text = 'x'.repeat(300_000)
    const { text: said } = readPrompt('Far', { messages: [{ content: { type: 'text', text } }] })
    expect(said.length).toBeLessThan(100_020)
    const blob = 'A'.repeat(9 * 1024 * 1024)
    const contents = [
      { uri: 'file:///../../etc/passwd', text: 'secret' },
      { uri: 'a:b', mimeType: 'image/png', blob },
      ...Array.from({ length: 20 }, () => ({
        uri: 'x/<b>.png',
        mimeType: 'image/png',
        blob: 'AAAA',
      })),
    ]
    const { files } = readResource('Far', { contents })
    expect(files.map(({ name }) => name)).toEqual(['passwd.txt', '_b_.png', '_b_.png', '_b_.png'])
  })
})
