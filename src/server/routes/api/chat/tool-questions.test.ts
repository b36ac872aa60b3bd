import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunEvent } from '#contract/chat/chat.ts'
import type { ToolAnswer } from '#contract/chat/tool-question.ts'
import { newId } from '#lib/id.ts'
import {
  openChatApp,
  createQuestion,
  readRunEvents,
  type ChatApp,
  type ReadEvent,
} from '../../../chat/chat-app.fixture.ts'
import { ToolError, type Tool } from '../../../chat/tools/tool.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

const askingTool: Tool = {
  name: 'ask_colour',
  title: 'Ask for a colour',
  description: 'Asks.',
  parameters: { type: 'object', properties: {} },
  effect: 'reads',
  run: async (_given, { ask, onProgress }) => {
    if (!ask) throw new ToolError('Nobody can answer.')
    onProgress?.({ done: 1, total: 2 })
    const field = { name: 'colour', label: 'Colour', kind: 'text' as const, isRequired: true }
    return JSON.stringify(await ask({ from: 'Far', message: 'Which colour?', fields: [field] }))
  },
}

let store: Store
let app: ChatApp
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store, { tools: [askingTool] })
})
afterEach(() => app.close())

async function callTool() {
  const request = createQuestion('Paint it.', { settings: { tools: ['ask_colour'] } })
  const path = `/api/conversations/${newId()}/runs`
  const response = app.call(path, 'POST', request)
  await vi.waitFor(() => expect(app.provider.requests).toHaveLength(1))
  const call = { name: 'ask_colour', arguments: '{}' }
  app.provider.say({ toolCalls: [{ index: 0, id: 'up-0', type: 'function', function: call }] })
  app.provider.finish('tool_calls')
  return { runId: request.runId, response: await response }
}
const getCall = (event: RunEvent) => (event.type === 'tool-call' ? event.call : undefined)
const questionIn = (reads: readonly ReadEvent[]) =>
  reads.map(({ event }) => getCall(event)?.question).findLast((one) => one !== undefined)
const answer = (runId: string, body: ToolAnswer) =>
  app.call(`/api/runs/${runId}/tool-calls/0/answer`, 'POST', body)
const follow = async (runId: string) =>
  readRunEvents(
    await app.call(`/api/runs/${runId}/events`),
    (event) => getCall(event)?.question !== undefined,
  )

describe('a question of a running tool', () => {
  it('is sent to all followers of the run, and the person’s answer is sent to the model', async () => {
    const { runId, response } = await callTool()
    const reads = await readRunEvents(response, (event) => getCall(event)?.question !== undefined)
    const question = questionIn(reads)
    expect(question).toMatchObject({ from: 'Far', message: 'Which colour?' })
    expect(questionIn(await follow(runId))).toEqual(question)
    const questionId = question?.id ?? ''
    const content = { colour: 'red' }
    expect((await answer(runId, { questionId, action: 'accept', content })).status).toBe(204)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(2))
    expect(app.provider.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: '{"action":"accept","content":{"colour":"red"}}',
    })
    expect((await answer(runId, { questionId, action: 'decline' })).status).toBe(409)
    app.provider.finish()
  })

  it('stays open after an answer that does not match the schema of the question', async () => {
    const { runId, response } = await callTool()
    const reads = await readRunEvents(response, (event) => getCall(event)?.question !== undefined)
    const questionId = questionIn(reads)?.id ?? ''
    for (const content of [{}, { colour: 7 }, { colour: 'red', size: 1 }]) {
      expect((await answer(runId, { questionId, action: 'accept', content })).status).toBe(400)
    }
    expect((await answer(runId, { questionId: newId(), action: 'decline' })).status).toBe(409)
    expect((await answer(runId, { questionId, action: 'decline' })).status).toBe(204)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(2))
    app.provider.finish()
  })

  it('is dismissed when the answer is stopped', async () => {
    const { runId, response } = await callTool()
    await readRunEvents(response, (event) => getCall(event)?.question !== undefined)
    await app.call(`/api/runs/${runId}/stop`, 'POST')
    const reads = await readRunEvents(await app.call(`/api/runs/${runId}/events`))
    expect(reads.at(-1)?.event).toMatchObject({ type: 'run-end', run: { status: 'stopped' } })
    expect(questionIn(reads)).toBeUndefined()
  })
})

describe('a picture that a tool returns', () => {
  it('is reported to the model as not shown if it cannot be stored', async () => {
    await app.close()
    const drawing: Tool = {
      ...askingTool,
      run: () => ({ text: 'Drawn.', pictures: [{ bytes: new Uint8Array(9), name: 'a.png' }] }),
    }
    app = await openChatApp(store, { tools: [drawing] })
    const { response } = await callTool()
    const reading = readRunEvents(response)
    await vi.waitFor(() => expect(app.provider.requests).toHaveLength(2))
    app.provider.finish()
    const calls = (await reading).flatMap(({ event }) => getCall(event) ?? [])
    expect(calls.at(-1)?.result).toMatch(/^Drawn\.\n\nA picture could not be shown: /)
  })
})
