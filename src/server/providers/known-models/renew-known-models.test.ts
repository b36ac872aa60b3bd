import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillInKnown, knownModelsDate, replaceSnapshot } from './known-models.ts'
import { openKnownModels } from './renew-known-models.ts'

let folder: string
let server: Server
let answer: (response: ServerResponse) => void

const list = {
  google: {
    id: 'google',
    models: {
      'gemini-9': {
        name: 'Gemini 9',
        attachment: true,
        reasoning: true,
        tool_call: true,
        modalities: { input: ['text', 'image'], output: ['text'] },
        cost: {
          input: 1.5,
          output: 9,
          cache_read: 0.15,
          context_over_200k: { input: 3, output: 13.5, cache_read: 0.3 },
        },
        limit: { context: 2_000_000, output: 64_000 },
      },
      odd: { cost: 'a lot', limit: { context: -1 }, modalities: null, tool_call: 'yes' },
      broken: 7,
    },
  },
  elsewhere: { models: {} },
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-known-'))
  server = createServer((_request, response) => answer(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  answer = (response) => response.end(JSON.stringify(list))
})
afterEach(async () => {
  replaceSnapshot(undefined)
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const open = (allowedHosts = ['127.0.0.1'], clock = () => new Date('2031-02-03T04:05:06Z')) =>
  openKnownModels({
    dataFolder: folder,
    allowedHosts,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`,
    clock,
  })

const gemini9 = async () => {
  const bare = {
    id: 'g/gemini-9',
    name: 'gemini-9',
    provider: 'g',
    description: '',
    kind: 'chat' as const,
  }
  const [model] = await fillInKnown('gemini', [bare])
  return model
}

describe('openKnownModels', () => {
  it('uses downloaded facts and their date, also after a restart', async () => {
    const known = await open()
    const before = await knownModelsDate()
    expect((await gemini9())?.contextTokens).toBeUndefined()
    expect(await known.renew()).toBe('2031-02-03')
    const told = {
      contextTokens: 2_000_000,
      canSee: true,
      canUseTools: true,
      canReason: true,
      price: {
        currency: 'USD',
        prompt: 1.5,
        completion: 9,
        cached: 0.15,
        long: { above: 200_000, prompt: 3, completion: 13.5, cached: 0.3 },
      },
      isFilledIn: true,
    }
    expect(await gemini9()).toMatchObject(told)
    replaceSnapshot(undefined)
    expect(await knownModelsDate()).toBe(before)
    await open()
    expect(await knownModelsDate()).toBe('2031-02-03')
    expect(await gemini9()).toMatchObject(told)
  })

  it('keeps models of snapshot.json that models.dev does not list yet', async () => {
    await (await open()).renew()
    const bare = { id: 'a/claude-opus-5-5', name: 'x', provider: 'a', description: '' }
    const [model] = await fillInKnown('anthropic', [{ ...bare, kind: 'chat' }])
    expect(model?.price).toMatchObject({ prompt: 4, completion: 20 })
  })

  it.each([
    ['keeps', 2, 272_000],
    ['drops', 3, undefined],
  ])(
    '%s the price of long prompts from snapshot.json, which has an input price of 2, if the downloaded input price is %i',
    async (_what, input, above) => {
      const cost = { input, output: 10, cache_read: 0.2, cache_write: 2.5 }
      answer = (response) =>
        response.end(JSON.stringify({ openai: { models: { 'gpt-6-sol': { cost } } } }))
      await (await open()).renew()
      const bare = { id: 'o/gpt-6-sol', name: 'x', provider: 'o', description: '' }
      const [model] = await fillInKnown('openai', [{ ...bare, kind: 'chat' }])
      expect(model?.price?.prompt).toBe(input)
      expect(model?.price?.long?.above).toBe(above)
    },
  )

  it('uses snapshot.json if it is newer than the downloaded facts', async () => {
    const old = await open(undefined, () => new Date('2020-01-01T00:00:00Z'))
    await old.renew()
    await open()
    expect((await gemini9())?.contextTokens).toBeUndefined()
  })

  it.each([
    ['a page', (response: ServerResponse) => response.end('<html>')],
    ['another list', (response: ServerResponse) => response.end('{"a":{"models":{}}}')],
  ])('keeps the current facts if the response is %s', async (_what, sent) => {
    const known = await open()
    const before = await knownModelsDate()
    answer = sent
    await expect(known.renew()).rejects.toThrow('models.dev did not send a list of models.')
    expect(await knownModelsDate()).toBe(before)
  })

  it('reports an error if models.dev refuses the request or is unreachable', async () => {
    const known = await open()
    answer = (response) => response.writeHead(503).end()
    await expect(known.renew()).rejects.toThrow('answered with status 503.')
    answer = (response) => response.destroy()
    await expect(known.renew()).rejects.toThrow('cannot be reached from this server.')
  })

  it('refuses downloads from a private network and responses that are too large', async () => {
    await expect((await open([])).renew()).rejects.toThrow('cannot be reached from this server.')
    const piece = Buffer.alloc(1024 * 1024, ' ')
    answer = (response) => {
      const write = (error?: Error | null): void => {
        if (!error && !response.destroyed) response.write(piece, write)
      }
      write()
    }
    await expect((await open()).renew()).rejects.toThrow('did not send a list of models.')
  })
})
