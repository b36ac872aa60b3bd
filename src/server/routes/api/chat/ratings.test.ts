import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conversationDetailSchema, type StartRun } from '#contract/chat/chat.ts'
import { ratingSummarySchema } from '#contract/chat/ratings.ts'
import { newId } from '#lib/id.ts'
import {
  createQuestion,
  openChatApp,
  readRunEvents,
  type ChatApp,
} from '../../../chat/chat-app.fixture.ts'
import { ScriptedProvider } from '../../../chat/scripted-provider.fixture.ts'
import { eq } from 'drizzle-orm'
import { comparisonVotes, conversations, runs } from '../../../store/schema.ts'
import { openTestStore } from '../../../store/store.fixture.ts'
import type { Store } from '../../../store/store.ts'

class OtherProvider extends ScriptedProvider {
  override readonly id = 'other'
  override listModels = async () => []
}

let store: Store
let app: ChatApp
let other: OtherProvider
let chat = ''
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  other = new OtherProvider()
  app = await openChatApp(store, { providers: [other] })
  chat = newId()
})
afterEach(async () => {
  await app.close()
  await store.db.delete(comparisonVotes)
  await store.db.delete(conversations)
})

async function send(request: StartRun): Promise<string> {
  const response = await app.call(`/api/conversations/${chat}/runs`, 'POST', request)
  expect(response.status).toBe(200)
  await readRunEvents(response)
  return request.answerId
}

const source = (title: string) => ({ title, url: `https://${title}.example`, quote: title })

async function compare(texts: [string, string] = ['Stoneware.', 'Porcelain.']) {
  const first = createQuestion('Which clay?')
  app.provider.say(texts[0])
  app.provider.finish()
  await send(first)
  other.say(texts[1])
  other.finish()
  const parentId = first.question?.id ?? ''
  const second = { runId: newId(), answerId: newId(), modelId: 'other/writer', parentId }
  await send(second)
  return { questionId: parentId, answerIds: [first.answerId, second.answerId] as const }
}

const read = async () =>
  conversationDetailSchema.parse(await (await app.call(`/api/conversations/${chat}`)).json())
const summarise = async () =>
  ratingSummarySchema.parse(await (await app.call('/api/ratings')).json())
const vote = (questionId: string, body: object) =>
  app.call(`/api/ratings/votes/${questionId}`, 'PUT', body)

const setSources = (answerId: string, ...titles: string[]) =>
  store.db
    .update(runs)
    .set({ sources: titles.map(source) })
    .where(eq(runs.answerId, answerId))

describe('merged answers', () => {
  it('are written from the chosen answers, and cite their sources with new numbers', async () => {
    const { questionId, answerIds } = await compare([
      'Stoneware [1].',
      'Porcelain [1], or not [2], as in `argv[1]`.',
    ])
    await setSources(answerIds[0], 'clay')
    await setSources(answerIds[1], 'kiln', 'clay')
    app.provider.say('Stoneware [1], sometimes porcelain [2].')
    app.provider.finish()
    const request = {
      runId: newId(),
      answerId: newId(),
      modelId: 'scripted/writer',
      parentId: questionId,
      mergedIds: [...answerIds],
    }
    await send(request)
    await send(request)
    expect(app.provider.requests).toHaveLength(2)
    const asked = app.provider.requests.at(-1)
    expect(asked?.messages).toHaveLength(1)
    expect(asked?.messages[0]?.content).toMatch(
      /^Which clay\?[^]*<answer number="1">\nStoneware \[1\]\.[^]*Porcelain \[2\], or not \[1\], as in `argv\[1\]`\.[^]*Merge them into one answer/,
    )
    const merged = (await read()).messages.find(({ id }) => id === request.answerId)
    expect(merged).toMatchObject({
      parentId: questionId,
      text: 'Stoneware [1], sometimes porcelain [2].',
      run: { mergedIds: answerIds, status: 'completed' },
    })
    expect(merged?.run?.sources?.map(({ title }) => title)).toEqual(['clay', 'kiln'])
  })

  it('are refused if an answer belongs to another question or has no text', async () => {
    const one = await compare()
    const two = await compare()
    const request = {
      runId: newId(),
      answerId: newId(),
      modelId: 'scripted/writer',
      parentId: one.questionId,
    }
    for (const mergedIds of [
      [one.answerIds[0], two.answerIds[0]],
      [one.answerIds[0], newId()],
    ]) {
      const response = await app.call(`/api/conversations/${chat}/runs`, 'POST', {
        ...request,
        mergedIds,
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        message: expect.stringMatching(/same question/),
      })
    }
    expect(app.provider.requests).toHaveLength(2)
  })
})

describe('votes', () => {
  it('count wins, ties and losses by model, once per question', async () => {
    const one = await compare()
    expect((await vote(one.questionId, { ...one, winnerId: one.answerIds[1] })).status).toBe(200)
    expect((await vote(one.questionId, { ...one, winnerId: one.answerIds[0] })).status).toBe(200)
    expect((await read()).votes).toEqual([{ id: one.questionId, winnerId: one.answerIds[0] }])
    const two = await compare()
    expect((await vote(two.questionId, two)).status).toBe(200)
    const empty = { wins: 0, ties: 0, losses: 0, good: 0, bad: 0 }
    expect(await summarise()).toEqual({
      votes: 2,
      ratings: 0,
      models: [
        { ...empty, modelId: 'scripted/writer', wins: 1, ties: 1 },
        { ...empty, modelId: 'other/writer', ties: 1, losses: 1 },
      ],
    })
    expect((await app.call(`/api/ratings/votes/${two.questionId}`, 'DELETE')).status).toBe(204)
    expect((await summarise()).votes).toBe(1)
    expect((await app.call('/api/ratings/votes', 'DELETE')).status).toBe(204)
    expect((await summarise()).models).toEqual([])
  })

  it('are refused for answers of one model or of another question', async () => {
    const { questionId, answerIds } = await compare()
    app.provider.say('Again.')
    app.provider.finish()
    const again = newId()
    await send({
      runId: newId(),
      answerId: again,
      modelId: 'scripted/writer',
      parentId: questionId,
    })
    expect((await vote(questionId, { answerIds: [answerIds[0], again] })).status).toBe(400)
    expect((await vote(questionId, { answerIds: [answerIds[0], newId()] })).status).toBe(400)
    expect((await vote(questionId, { answerIds, winnerId: newId() })).status).toBe(400)
  })
})

describe('ratings', () => {
  it('can be given with a reason, changed, removed and exported', async () => {
    const { answerIds } = await compare(['Stoneware, "always".', '=1+1'])
    const rate = (id: string, body: object) => app.call(`/api/ratings/answers/${id}`, 'PUT', body)
    expect((await rate(answerIds[0], { isGood: true })).status).toBe(200)
    expect((await rate(answerIds[0], { isGood: false, reason: 'Too short' })).status).toBe(200)
    expect((await rate(answerIds[1], { isGood: true })).status).toBe(200)
    expect((await rate(newId(), { isGood: true })).status).toBe(404)
    expect((await read()).ratings).toEqual(
      expect.arrayContaining([
        { id: answerIds[0], isGood: false, reason: 'Too short' },
        { id: answerIds[1], isGood: true },
      ]),
    )
    const jsonl = await (await app.call('/api/ratings/export?format=jsonl')).text()
    const rows = jsonl
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(rows).toContainEqual(
      expect.objectContaining({
        kind: 'rating',
        modelId: 'scripted/writer',
        rating: 'bad',
        reason: 'Too short',
        question: 'Which clay?',
        answer: 'Stoneware, "always".',
      }),
    )
    const csv = await app.call('/api/ratings/export?format=csv')
    expect(csv.headers.get('content-disposition')).toContain('ratings.csv')
    expect(await csv.text()).toContain('"Stoneware, ""always""."')
    expect((await app.call(`/api/ratings/answers/${answerIds[1]}`, 'DELETE')).status).toBe(204)
    expect((await summarise()).ratings).toBe(1)
    await app.call('/api/ratings/answers', 'DELETE')
    expect((await summarise()).ratings).toBe(0)
  })
})
