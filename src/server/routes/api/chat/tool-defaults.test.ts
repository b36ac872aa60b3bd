import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pictureFileSchema } from '#contract/files.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { chatToolListSchema } from '#contract/chat/settings.ts'
import { newId } from '#lib/id.ts'
import { createQuestion, openChatApp, type ChatApp } from '../../../chat/chat-app.fixture.ts'
import { calculator } from '../../../chat/tools/calculator.ts'
import type { Tool } from '../../../chat/tools/tool.ts'
import { toolDefaults } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

const named = (more: Partial<Tool>): Tool => ({ ...calculator, ...more })
const tools = [
  named({ name: 'make_3d_model', title: 'Make 3D models' }),
  named({ name: 'files__read_file', title: 'Read file', from: 'files' }),
]
const builtIn = ['current_date_time', 'calculate', 'search_manual', 'make_3d_model']

let store: Store
let app: ChatApp
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  await store.db.delete(toolDefaults)
  app = await openChatApp(store, { tools })
  app.provider.facts = { canUseTools: true }
})
afterEach(() => app.close())

async function ask(id: string, settings?: ChatSettings): Promise<string[]> {
  const asked = app.provider.requests.length
  const request = createQuestion('Hello', settings && { settings })
  const response = await app.call(`/api/conversations/${id}/runs`, 'POST', request)
  expect(response.status).toBe(200)
  await vi.waitFor(() => expect(app.provider.requests).toHaveLength(asked + 1))
  app.provider.say('Hi.')
  app.provider.finish()
  await response.text()
  const offered = app.provider.requests.at(-1)?.['tools'] as
    | { function: { name: string } }[]
    | undefined
  return (offered ?? []).map(({ function: { name } }) => name)
}

const turn = async (name: string, isDefault: boolean) =>
  (await app.call(`/api/chat/tools/${name}`, 'PUT', { isDefault })).status

describe('default tools', () => {
  it('are offered in a new chat to a model that supports tools', async () => {
    expect(await ask(newId())).toEqual(builtIn)
  })

  it.each([false, undefined])('are not offered if canUseTools is %s', async (canUseTools) => {
    app.provider.facts = canUseTools === undefined ? {} : { canUseTools }
    expect(await ask(newId())).toEqual([])
  })

  it('can be chosen, also from MCP servers', async () => {
    expect(await turn('calculate', false)).toBe(204)
    expect(await turn('files__read_file', true)).toBe(204)
    expect(await ask(newId())).toEqual([
      'current_date_time',
      'search_manual',
      'make_3d_model',
      'files__read_file',
    ])
    const listed: unknown = await (await app.call('/api/chat/tools')).json()
    const defaults = chatToolListSchema.parse(listed).tools.map((tool) => tool.isDefault)
    expect(defaults).toEqual([true, false, true, true, true])
  })

  it('refuse a name that no tool has', async () => {
    expect(await turn('nope', true)).toBe(404)
  })

  it('are replaced by the tools that a chat selects, even if the chat selects none, until the selection is removed', async () => {
    const id = newId()
    expect(await ask(id, { tools: ['calculate'] })).toEqual(['calculate'])
    await app.call(`/api/conversations/${id}/settings`, 'PUT', { tools: [] })
    expect(await ask(id)).toEqual([])
    await app.call(`/api/conversations/${id}/settings`, 'PUT', {})
    expect(await ask(id)).toEqual(builtIn)
  })
})

const send = async (settings?: ChatSettings) => {
  const { id } = pictureFileSchema.parse(await app.files.upload(png, 'bear.png'))
  const question = {
    id: newId(),
    text: 'Make it',
    attachments: [{ kind: 'picture' as const, id }],
  }
  const request = { ...createQuestion(''), question, ...(settings && { settings }) }
  return app.call(`/api/conversations/${newId()}/runs`, 'POST', request)
}

describe('a picture for a model that cannot see', () => {
  it('is accepted if a tool takes it, and the model gets its name', async () => {
    app.provider.facts = { canUseTools: true, canSee: false }
    const response = await send()
    expect(response.status).toBe(200)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
    expect(JSON.stringify(app.provider.requests[0]?.messages)).toMatch(
      /A picture you cannot see \(\w+\)/,
    )
    app.provider.say('Done.')
    app.provider.finish()
    await response.text()
  })

  it('is refused if no tool takes it', async () => {
    app.provider.facts = { canUseTools: true, canSee: false }
    expect((await send({ tools: ['calculate'] })).status).toBe(400)
    app.provider.facts = { canSee: false }
    expect((await send()).status).toBe(400)
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
