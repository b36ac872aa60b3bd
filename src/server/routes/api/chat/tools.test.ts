import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  conversationDetailSchema,
  runAnswerSchema,
  type Message,
  type RunEvent,
  type StartRun,
} from '#contract/chat/chat.ts'
import { allowedToolListSchema } from '#contract/chat/settings.ts'
import { newId } from '#lib/id.ts'
import {
  openChatApp,
  createQuestion,
  readRunEvents,
  textIn,
  type ChatApp,
  type ReadEvent,
} from '../../../chat/chat-app.fixture.ts'
import { calculator } from '../../../chat/tools/calculator.ts'
import { createManualTool } from '../../../chat/tools/search-manual.ts'
import type { Tool } from '../../../chat/tools/tool.ts'
import { HttpError } from '../../../errors/http-error.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

const askingTools: Tool[] = [calculator, createManualTool()].map((tool) => ({
  ...tool,
  effect: 'changes',
}))

let store: Store
let app: ChatApp
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  app = await openChatApp(store, { tools: askingTools })
})
afterEach(() => app.close())

const withTools = (tools: string[], allowedTools: string[] = []) => ({
  settings: { tools, allowedTools },
})
const callFor = (name: string, given: string, index = 0) => [
  {
    toolCalls: [{ index, id: `up-${index}`, type: 'function', function: { name, arguments: '' } }],
  },
  { toolCalls: [{ index, function: { arguments: given.slice(0, 4) } }] },
  { toolCalls: [{ index, function: { arguments: given.slice(4) } }] },
]
const conversationId = () => newId()
const start = (id: string, request: StartRun) =>
  app.call(`/api/conversations/${id}/runs`, 'POST', request)
const getDetail = async (id: string) =>
  conversationDetailSchema.parse(await (await app.call(`/api/conversations/${id}`)).json())
const answerIn = async (id: string, answerId: string): Promise<Message> =>
  (await getDetail(id)).messages.find((message) => message.id === answerId)!
const asked = (count: number) => vi.waitFor(() => expect(app.provider.requests).toHaveLength(count))
const callsIn = (reads: readonly ReadEvent[]) =>
  reads.flatMap(({ event }) => (event.type === 'tool-call' ? event.call : []))
const isAsking = (event: RunEvent) => event.type === 'run-state' && event.run.status === 'waiting'
const decide = (runId: string, index: number, body: unknown) =>
  app.call(`/api/runs/${runId}/tool-calls/${index}`, 'POST', body)

describe('tools', () => {
  it('runs an allowed tool within an answer, and the model continues with the result', async () => {
    const id = conversationId()
    const request = createQuestion('6*7?', withTools(['calculate'], ['calculate']))
    const reading = start(id, request).then((response) => readRunEvents(response))
    await asked(1)
    expect(app.provider.requests[0]).toMatchObject({
      tools: [{ type: 'function', function: { name: 'calculate' } }],
    })
    app.provider.say('Let me see. ', ...callFor('calculate', '{"expression":"6*7"}'))
    app.provider.finish('tool_calls')
    await asked(2)
    expect(app.provider.requests[1]?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: 'Let me see. ',
        tool_calls: [
          {
            id: 'up-0',
            type: 'function',
            function: { name: 'calculate', arguments: '{"expression":"6*7"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'up-0', content: '6*7 = 42' },
    ])
    app.provider.say('It is 42.')
    app.provider.finish()
    const reads = await reading
    expect(textIn(reads)).toBe('Let me see. \n\nIt is 42.')
    expect(callsIn(reads).at(-1)).toMatchObject({
      index: 0,
      name: 'calculate',
      status: 'done',
      result: '6*7 = 42',
      at: { text: 12, reasoning: 0 },
    })
    const stored = await answerIn(id, request.answerId)
    expect(stored).toMatchObject({
      text: 'Let me see. \n\nIt is 42.',
      run: { status: 'completed' },
    })
    expect(stored.toolCalls).toEqual(callsIn(reads).slice(-1))
  })

  it('waits for a person’s decision about a tool, across a restart, and runs the tool once', async () => {
    const id = conversationId()
    const request = createQuestion('Now?', withTools(['calculate']))
    const reading = start(id, request).then((response) => readRunEvents(response, isAsking))
    await asked(1)
    app.provider.say('Hm. ', ...callFor('calculate', '{"expression":"2^10"}'))
    app.provider.finish('tool_calls')
    const before = await reading
    expect(callsIn(before)).toMatchObject([{ status: 'asking' }])

    await app.close()
    app = await openChatApp(store, { tools: askingTools })
    await app.chat.recoverRuns()
    expect(await answerIn(id, request.answerId)).toMatchObject({
      text: 'Hm. ',
      run: { status: 'waiting' },
      toolCalls: [{ status: 'asking' }],
    })
    const after = app
      .call(`/api/runs/${request.runId}/events`, 'GET', undefined, {
        headers: { 'last-event-id': '0.4' },
      })
      .then((response) => readRunEvents(response))
    const answer = await decide(request.runId, 0, { isAllowed: true })
    expect(runAnswerSchema.parse(await answer.json()).run.status).toBe('running')
    await asked(1)
    expect(app.provider.requests[0]?.messages.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'up-0',
      content: '2^10 = 1024',
    })
    app.provider.say('1024.')
    app.provider.finish()
    const reads = await after
    expect(textIn(reads)).toBe('\n\n1024.')
    expect(await answerIn(id, request.answerId)).toMatchObject({
      text: 'Hm. \n\n1024.',
      toolCalls: [{ status: 'done' }],
      run: { status: 'completed' },
    })
  })

  it('does not run a denied tool, and sends the denial to the model as the result', async () => {
    const request = createQuestion('?', withTools(['calculate', 'search_manual']))
    const reading = start(conversationId(), request).then((response) => readRunEvents(response))
    await asked(1)
    app.provider.say(
      ...callFor('calculate', '{"expression":"1"}', 0),
      ...callFor('search_manual', '{"query":"x"}', 1),
    )
    app.provider.finish('tool_calls')
    await vi.waitFor(async () => {
      const { run } = runAnswerSchema.parse(
        await (await app.call(`/api/runs/${request.runId}`)).json(),
      )
      expect(run.status).toBe('waiting')
    })
    await decide(request.runId, 0, { isAllowed: false })
    expect(app.provider.requests).toHaveLength(1)
    await decide(request.runId, 1, { isAllowed: true })
    await decide(request.runId, 1, { isAllowed: false })
    await asked(2)
    expect(app.provider.requests[1]?.messages.slice(-2)).toMatchObject([
      { role: 'tool', tool_call_id: 'up-0', content: expect.stringContaining('did not allow') },
      { role: 'tool', tool_call_id: 'up-1' },
    ])
    app.provider.say('Fine.')
    app.provider.finish()
    expect(
      callsIn(await reading)
        .slice(-2)
        .map(({ status }) => status),
    ).toContain('done')
  })

  it('asks for permission only once per conversation if the person always allows the tool', async () => {
    const id = conversationId()
    const first = createQuestion('?', withTools(['calculate']))
    const reading = start(id, first).then((response) => readRunEvents(response))
    await asked(1)
    app.provider.say(...callFor('calculate', '{"expression":"1"}'))
    app.provider.finish('tool_calls')
    await vi.waitFor(async () => {
      const decided = await decide(first.runId, 0, { isAllowed: true, isAlways: true })
      expect(decided.status).toBe(200)
    })
    await asked(2)
    app.provider.say(...callFor('calculate', '{"expression":"2"}'))
    app.provider.finish('tool_calls')
    await asked(3)
    app.provider.say('Done.')
    app.provider.finish()
    expect(callsIn(await reading).filter(({ status }) => status === 'asking')).toHaveLength(1)
    expect((await getDetail(id)).settings?.allowedTools).toEqual(['calculate'])
  })

  it('reports a missing tool to the model, and ends an answer after 25 rounds of calls', async () => {
    const request = createQuestion('?', withTools(['calculate'], ['calculate']))
    const reading = start(conversationId(), request).then((response) => readRunEvents(response))
    for (let round = 1; round <= 25; round++) {
      await asked(round)
      app.provider.say(...callFor('rm', '{"path":"/"}'))
      app.provider.finish('tool_calls')
    }
    const reads = await reading
    expect(callsIn(reads).at(-1)).toMatchObject({ status: 'failed' })
    expect(reads.at(-1)?.event).toMatchObject({
      run: { status: 'failed', failure: { message: expect.stringContaining('25 times') } },
    })
  })

  it('runs several tool calls of one round concurrently', async () => {
    await app.close()
    let running = 0
    let meetAll: (() => void) | undefined
    const together = new Promise<void>((resolve) => (meetAll = resolve))
    const meet: Tool = {
      ...calculator,
      run: async ({ expression }) => {
        if (++running === 3) meetAll?.()
        // Each call waits for all other calls, so sequential calls would never finish.
        await together
        return `Met ${String(expression)}`
      },
    }
    app = await openChatApp(store, { tools: [meet] })
    const request = createQuestion('?', withTools(['calculate'], ['calculate']))
    const reading = start(conversationId(), request).then((response) => readRunEvents(response))
    await asked(1)
    app.provider.say(...[0, 1, 2].flatMap((k) => callFor('calculate', `{"expression":"${k}"}`, k)))
    app.provider.finish('tool_calls')
    await asked(2)
    expect(app.provider.requests[1]?.messages.slice(-3)).toMatchObject(
      [0, 1, 2].map((k) => ({ role: 'tool', tool_call_id: `up-${k}`, content: `Met ${k}` })),
    )
    app.provider.say('Done.')
    app.provider.finish()
    await reading
  })

  it('sends an error message to the model for invalid JSON arguments', async () => {
    const request = createQuestion('?', withTools(['calculate'], ['calculate']))
    const reading = start(conversationId(), request).then((response) => readRunEvents(response))
    await asked(1)
    app.provider.say(...callFor('calculate', '{"expression":"6*7'))
    app.provider.finish('tool_calls')
    await asked(2)
    expect(app.provider.requests[1]?.messages.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'up-0',
      content: 'The arguments are not valid JSON.',
    })
    app.provider.say('Sorry.')
    app.provider.finish()
    expect(callsIn(await reading).at(-1)).toMatchObject({ status: 'failed', title: 'Calculator' })
  })

  it('stops running tools together with the answer that waits for them', async () => {
    const id = conversationId()
    const request = createQuestion('?', withTools(['calculate']))
    const reading = start(id, request).then((response) => readRunEvents(response))
    await asked(1)
    app.provider.say('A', ...callFor('calculate', '{}'))
    app.provider.finish('tool_calls')
    await vi.waitFor(async () => {
      expect((await answerIn(id, request.answerId)).run?.status).toBe('waiting')
    })
    await app.call(`/api/runs/${request.runId}/stop`, 'POST')
    expect((await reading).at(-1)?.event).toMatchObject({ run: { status: 'stopped' } })
    expect(await answerIn(id, request.answerId)).toMatchObject({
      text: 'A',
      toolCalls: [{ status: 'stopped' }],
    })
    expect((await decide(request.runId, 0, { isAllowed: true })).status).toBe(409)
    expect((await decide(newId(), 0, { isAllowed: true })).status).toBe(404)
  })
})

describe('an answer', () => {
  it('continues an interrupted answer in the same message, without repeating its last words', async () => {
    const id = conversationId()
    const first = createQuestion('Count.')
    const reading = start(id, first).then((response) => readRunEvents(response))
    await asked(1)
    app.provider.say('one, two, three and')
    app.provider.finish('length')
    expect((await reading).at(-1)?.event).toMatchObject({ run: { finishReason: 'length' } })

    const again: StartRun = {
      runId: newId(),
      answerId: first.answerId,
      parentId: first.question!.id,
      modelId: 'scripted/writer',
      isContinuation: true,
    }
    const more = start(id, again).then((response) => readRunEvents(response))
    await asked(2)
    expect(app.provider.requests[1]?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: 'one, two, three and' },
      { role: 'user', content: expect.stringContaining('cut off') },
    ])
    app.provider.say('two, three', ' and four.')
    app.provider.finish()
    expect(textIn(await more)).toBe('one, two, three and four.')
    const { messages } = await getDetail(id)
    expect(messages).toHaveLength(2)
    expect(messages[1]).toMatchObject({
      text: 'one, two, three and four.',
      run: { id: again.runId, status: 'completed' },
    })
    const repeated = await start(id, again)
    expect(textIn(await readRunEvents(repeated))).toBe('one, two, three and four.')
    expect(app.provider.requests).toHaveLength(2)
  })

  it('keeps the text of an answer when the process is killed during its continuation', async () => {
    const id = conversationId()
    const first = createQuestion('Count.')
    const reading = start(id, first).then((response) => readRunEvents(response))
    await asked(1)
    app.provider.say('one, ')
    app.provider.finish('length')
    await reading
    const again = { ...first, runId: newId(), parentId: first.question!.id, isContinuation: true }
    delete again.question
    const more = await start(id, again)
    await asked(2)
    app.provider.say('and then two')
    await readRunEvents(more, (event) => event.type === 'text-delta' && event.delta.includes('two'))
    await vi.waitFor(async () => {
      const { rows } = await store.executeSql('select text from run_pieces where run_id = $1', [
        again.runId,
      ])
      expect(rows).toEqual([{ text: 'and then two' }])
    })
    // Simulates another process on the same database, without the run's state in memory.
    const other = await openChatApp(store)
    await other.chat.recoverRuns()
    await other.close()
    const { rows } = await store.executeSql('select text from messages where id = $1', [
      first.answerId,
    ])
    expect(rows).toEqual([{ text: 'one, and then two' }])
  })

  it('requests answers from up to four models for one question, which is stored once', async () => {
    const id = conversationId()
    const question = { id: newId(), text: 'Which is best?' }
    const requests = Array.from({ length: 5 }, (_, index) =>
      createQuestion('', { question, modelId: `scripted/writer-${index}` }),
    )
    const responses = await Promise.all(requests.map((request) => start(id, request)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 429,
    ])
    await asked(4)
    const refused = responses.find(({ status }) => status === 429)
    expect(await refused?.json()).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 10 })
    const { messages } = await getDetail(id)
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1)
    expect(messages).toHaveLength(5)
  })

  it('contains the retry time after the service temporarily refused', async () => {
    const request = createQuestion('?')
    const reading = start(conversationId(), request).then((response) => readRunEvents(response))
    await asked(1)
    app.provider.say(new HttpError('rate_limited', 'Slow down.', { retryAfterSeconds: 17 }))
    expect((await reading).at(-1)?.event).toMatchObject({
      run: { status: 'failed', failure: { code: 'rate_limited', retryAfterSeconds: 17 } },
    })
  })

  it('has a price calculated from the price that a person entered if the service lists none', async () => {
    const enteredPrice = { currency: 'USD', prompt: 10, completion: 20 }
    Object.assign(app.provider, { enteredPrice })
    try {
      const asking = createQuestion('Hi', { modelId: 'scripted/unlisted' })
      const reading = start(conversationId(), asking).then((response) => readRunEvents(response))
      await asked(1)
      app.provider.say('Hello', { usage: { prompt_tokens: 1000, completion_tokens: 500 } })
      app.provider.finish()
      expect((await reading).at(-1)?.event).toMatchObject({
        run: { cost: { amount: 0.02, currency: 'USD' } },
      })
    } finally {
      Object.assign(app.provider, { enteredPrice: undefined })
    }
  })

  it('uses the instructions and params of the conversation and stores its price', async () => {
    const id = conversationId()
    const settings = { systemPrompt: 'Be brief.', params: { temperature: 0.5, max_tokens: 99 } }
    const reading = start(id, createQuestion('Hi', { settings })).then((response) =>
      readRunEvents(response),
    )
    await asked(1)
    expect(app.provider.requests[0]).toMatchObject({
      temperature: 0.5,
      max_tokens: 99,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    })
    app.provider.say('Hello', { usage: { prompt_tokens: 1000, completion_tokens: 500 } })
    app.provider.finish()
    const run = (await reading).at(-1)?.event
    expect(run).toMatchObject({
      run: {
        usage: { promptTokens: 1000, completionTokens: 500 },
        cost: { amount: 0.002, currency: 'USD' },
      },
    })
    const wrong = await start(
      id,
      createQuestion('Hi', { settings: { params: { temperature: 9 } } }),
    )
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({
      code: 'invalid_params',
      issues: [{ path: 'temperature' }],
    })
  })
})

it('an answer asks again for permission of an always allowed tool whose definition changed', async () => {
  const openWith = async (allowedAs: string) => {
    await app.close()
    app = await openChatApp(store, { tools: [{ ...calculator, effect: 'changes', allowedAs }] })
  }
  const ask = async () => {
    const request = createQuestion('6*7?', withTools(['calculate']))
    const reading = start(newId(), request).then((response) => readRunEvents(response, isAsking))
    await asked(1)
    app.provider.say(...callFor('calculate', '{"expression":"6*7"}'))
    app.provider.finish('tool_calls')
    return { request, reading }
  }
  await openWith('calculate#one')
  const first = await ask()
  await first.reading
  await decide(first.request.runId, 0, { isAllowed: true, isEverywhere: true })
  await asked(2)
  app.provider.say('42.')
  app.provider.finish()

  const listed = async () =>
    allowedToolListSchema.parse(await (await app.call('/api/allowed-tools')).json()).tools
  expect(await listed()).toMatchObject([{ allowedAs: 'calculate#one', title: 'Calculator' }])

  await openWith('calculate#two')
  const second = await ask()
  expect(callsIn(await second.reading).at(-1)?.status).toBe('asking')
  expect(await listed()).toMatchObject([{ allowedAs: 'calculate#one', title: 'Calculate' }])
  await app.call(`/api/allowed-tools/${encodeURIComponent('calculate#one')}`, 'DELETE')
  expect(await listed()).toEqual([])
})

const checkPermission = () => Promise.resolve({ asks: true, price: '0.2 USD', priceUsd: 0.2 })

/**
 * Asks two questions that each lead to a calculator call: one call runs, and the other asks for
 * permission.
 */
async function askTwice(limit: object, between = () => {}) {
  const id = conversationId()
  const settings = { tools: ['calculate'], allowedTools: ['calculate'], ...limit }
  const one = createQuestion('6*7?', { settings })
  const reading = start(id, one).then((response) => readRunEvents(response))
  await asked(1)
  app.provider.say(...callFor('calculate', '{"expression":"6*7"}'))
  app.provider.finish('tool_calls')
  await asked(2)
  app.provider.say('42.')
  app.provider.finish()
  const first = callsIn(await reading).at(-1)

  between()
  const other = { ...createQuestion('And 6*8?', { settings }), parentId: one.answerId }
  const again = start(id, other).then((response) => readRunEvents(response, isAsking))
  await asked(3)
  app.provider.say(...callFor('calculate', '{"expression":"6*8"}'))
  app.provider.finish('tool_calls')
  return { first, second: callsIn(await again).at(-1) }
}

it('an answer asks for permission of an allowed tool once the chat has reached the limit of paid calls', async () => {
  await app.close()
  app = await openChatApp(store, { tools: [{ ...calculator, effect: 'changes', checkPermission }] })
  const { first, second } = await askTwice({ paidCallsMax: 1 })
  expect(first).toMatchObject({ status: 'done', price: '0.2 USD' })
  expect(second).toMatchObject({
    status: 'asking',
    price: '0.2 USD. This chat has made 1 paid call without asking, which is its limit.',
  })
})

it.each([
  [
    { paidUsdMax: 0.3 },
    { price: '$0.20', priceUsd: 0.2 },
    '$0.20. This call would take the chat past its limit of $0.30 without asking; $0.20 spent so far.',
  ],
  [
    { paidUsdMax: 100 },
    { price: '30 credits' },
    '30 credits. This chat has a limit in US dollars, and this call’s cost in dollars is unknown.',
  ],
])(
  'adds up the cost of paid calls and asks for permission beyond the limit %j',
  async (limit, cost, said) => {
    let costNow: object = { price: '$0.20', priceUsd: 0.2 }
    await app.close()
    app = await openChatApp(store, {
      tools: [
        {
          ...calculator,
          effect: 'changes',
          checkPermission: () => Promise.resolve({ asks: true, ...costNow }),
        },
      ],
    })
    const { first, second } = await askTwice(limit, () => {
      costNow = cost
    })
    expect(first).toMatchObject({ status: 'done', price: '$0.20' })
    expect(first).not.toHaveProperty('priceUsd')
    expect(second).toMatchObject({ status: 'asking', price: said })
  },
)
