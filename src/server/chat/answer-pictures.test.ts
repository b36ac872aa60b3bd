import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversationDetailSchema } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openChatApp, createQuestion, readRunEvents, type ChatApp } from './chat-app.fixture.ts'

let store: Store
let app: ChatApp

beforeAll(async () => {
  store = await openTestStore()
  app = await openChatApp(store, {
    readPicture: (id) => Promise.resolve(`data:image/png;base64,${id}`),
  })
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const addressOfPicture = async () => {
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#8a3b12' } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
const ask = (conversationId: string, question: ReturnType<typeof createQuestion>) =>
  app.call(`/api/conversations/${conversationId}/runs`, 'POST', question).then(readRunEvents)
const getMessages = async (conversationId: string) =>
  conversationDetailSchema.parse(
    await (await app.call(`/api/conversations/${conversationId}`)).json(),
  ).messages

it('the chat stores each picture of an answer once as a file and sends it to the model with the next question', async () => {
  const conversationId = newId()
  const images = [{ type: 'image_url', image_url: { url: await addressOfPicture() } }]
  const question = createQuestion('Draw a pot')
  app.provider.say({ extra: { images } }, { extra: { images } })
  app.provider.finish()
  await ask(conversationId, question)
  const [, answer] = await getMessages(conversationId)
  expect(answer?.run?.status).toBe('completed')
  expect(answer?.attachments).toMatchObject([{ kind: 'picture', widthPx: 40, heightPx: 40 }])

  app.provider.say('Done.')
  app.provider.finish()
  await ask(conversationId, { ...createQuestion('Make it blue'), parentId: question.answerId })
  expect(app.provider.requests.at(-1)?.messages.at(-1)).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: 'Make it blue' },
      {
        type: 'image_url',
        image_url: { url: `data:image/png;base64,${answer?.attachments?.[0]?.id}` },
      },
    ],
  })
})

it('the chat links to pictures on other servers, and reports that invalid picture data was not saved', async () => {
  const conversationId = newId()
  const images = ['https://example.com/pot.png', 'data:image/png;base64,AAAA']
  app.provider.say('Here: ', { extra: { images } })
  app.provider.finish()
  await ask(conversationId, createQuestion('Draw a pot'))
  const [, answer] = await getMessages(conversationId)
  expect(answer?.text).toContain('![Picture](<https://example.com/pot.png>)')
  expect(answer?.run?.status).toBe('failed')
  expect(answer?.run?.failure?.message).toMatch(/^A picture of this answer could not be saved\. /)
})
