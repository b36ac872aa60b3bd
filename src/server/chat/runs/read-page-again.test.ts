import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { conversationDetailSchema, type Message } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { asServer } from '../../store/owner-scope.ts'
import { runs } from '../../store/schema.ts'
import { openTestStore } from '../../store/store.fixture.ts'
import type { Store } from '../../store/store.ts'
import { createQuestion, openChatApp, readRunEvents, type ChatApp } from '../chat-app.fixture.ts'
import { pageFetcher } from '../tools/web/fetch-page.ts'
import { createWebTools, readPageName } from '../tools/web/web-tools.ts'

/** “Привет” in KOI8-R. The page declares the wrong encoding. */
const bytes = Buffer.from('<meta charset=windows-1251><p>\xf0\xd2\xc9\xd7\xc5\xd4</p>', 'latin1')

let pages: Server
let address: string
let status: number
let store: Store
let app: ChatApp
beforeAll(async () => {
  pages = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=windows-1251' }).end(bytes)
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`
  store = await openTestStore()
})
afterAll(async () => {
  pages.close()
  await store.close()
})
beforeEach(async () => {
  status = 200
  const tools = createWebTools({
    search: () => ({ id: 's', title: 'Search', search: () => Promise.resolve([]) }) as never,
    fetchPage: pageFetcher({ allowedHosts: ['127.0.0.1'] }),
  })
  app = await openChatApp(store, { tools })
})
afterEach(() => app.close())

async function readPage(): Promise<{ conversationId: string; answer: Message }> {
  const conversationId = newId()
  const given = JSON.stringify({ url: address })
  const call = { name: readPageName, arguments: given }
  app.provider.say({ toolCalls: [{ index: 0, id: 'a', type: 'function', function: call }] })
  app.provider.finish('tool_calls')
  const request = createQuestion('Read it', {
    settings: { tools: [readPageName], allowedTools: [readPageName] },
  })
  const reading = app.call(`/api/conversations/${conversationId}/runs`, 'POST', request)
  await vi.waitFor(() => expect(app.provider.requests).toHaveLength(2))
  app.provider.say('Read.')
  app.provider.finish()
  await readRunEvents(await reading)
  return { conversationId, answer: await getAnswer(conversationId) }
}

async function getAnswer(conversationId: string): Promise<Message> {
  const detail = await (await app.call(`/api/conversations/${conversationId}`)).json()
  const answer = conversationDetailSchema.parse(detail).messages.at(-1)
  if (!answer) throw new Error('There is no answer.')
  return answer
}

const setEncoding = ({ run }: Message, encoding: string, index = 0) =>
  app.call(`/api/runs/${run?.id}/tool-calls/${index}/encoding`, 'PUT', { encoding })

describe('the encoding of a web page that an answer has read', () => {
  it('is shown, and the tool result and the cited source are decoded again when a person chooses another encoding', async () => {
    const { conversationId, answer } = await readPage()
    const [call] = answer.toolCalls ?? []
    expect(call?.structured).toMatchObject({ encoding: 'koi8-r' })
    expect(call?.result).toContain('Привет')
    expect((await setEncoding(answer, 'windows-1251')).status).toBe(200)
    const changed = await getAnswer(conversationId)
    const [again] = changed.toolCalls ?? []
    expect(again?.result).toContain('рТЙЧЕФ')
    expect(again?.structured).toMatchObject({ encoding: 'windows-1251', number: 1 })
    expect(changed.run?.sources).toMatchObject([{ quote: 'рТЙЧЕФ' }])
    expect(changed.text).toBe('Read.')
  })

  it('does not change if the chosen encoding is unknown, the call does not exist, or the page is gone', async () => {
    const { conversationId, answer } = await readPage()
    expect((await setEncoding(answer, 'klingon')).status).toBe(400)
    expect((await setEncoding(answer, 'koi8-r', 1)).status).toBe(400)
    status = 404
    const refused = await setEncoding(answer, 'koi8-r')
    expect(refused.status).toBe(502)
    expect(await refused.text()).toContain('answered with status 404')
    expect(await getAnswer(conversationId)).toEqual(answer)
  })

  it('changes the tool result if the answer has no source of the page’s number', async () => {
    const { conversationId, answer } = await readPage()
    await asServer(() => store.db.update(runs).set({ sources: null }))
    expect((await setEncoding(answer, 'windows-1251')).status).toBe(200)
    const changed = await getAnswer(conversationId)
    expect(changed.toolCalls?.[0]?.result).toContain('рТЙЧЕФ')
    expect(changed.run?.sources).toBeUndefined()
  })
})
