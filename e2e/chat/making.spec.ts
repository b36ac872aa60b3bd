import { readFile } from 'node:fs/promises'
import { pictureFileSchema } from '#contract/files.ts'
import { taskListSchema } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { expect, plainTest as test, smallWindow } from '../support/fixtures.ts'
import { ScriptedChatUpstream } from '../support/chat-upstream.ts'
import { samplePicture } from '../support/samples.ts'
import { Server } from '../support/server.ts'

test.use(smallWindow)

test('a language model creates, views, changes and explains a 3D model, and after a crash no model exists twice', async ({
  page,
}) => {
  const upstream = await ScriptedChatUpstream.start()
  upstream.text = 'It is 80 mm high now and stands by itself.'
  upstream.calls = [
    {
      name: 'make_3d_model',
      given: { params: { face_limit: 2_000, texture_size: 512, detail: 0 }, name: 'Bear' },
    },
    { name: 'look_at_model', given: {} },
    {
      name: 'change_model',
      given: { steps: [{ kind: 'height', heightMm: 80 }], name: 'Tall bear' },
      says: 'It is too small. ',
    },
    { name: 'look_at_model', given: { sides: ['front'] } },
  ]
  const server = await Server.start({ BOZZETTO_OPENAI_URL: upstream.url })
  try {
    const post = (path: string, body: BodyInit) =>
      fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: typeof body === 'string' ? { 'Content-Type': 'application/json' } : {},
        body,
      })
    const listTasks = async () =>
      taskListSchema.parse(await (await fetch(`${server.url}/api/tasks`)).json()).tasks

    const upload = await post(
      '/api/files?name=bear.webp',
      await readFile(samplePicture('teddy-bear')),
    )
    const { id: pictureId } = pictureFileSchema.parse(await upload.json())
    const conversationId = newId()
    const tools = [...new Set(upstream.calls.map(({ name }) => name))]
    const run = {
      runId: newId(),
      answerId: newId(),
      modelId: 'openai/writer',
      question: {
        id: newId(),
        text: 'Make this, and make it sturdy.',
        attachments: [{ kind: 'picture', id: pictureId }],
      },
      settings: { tools, allowedTools: tools },
    }
    const asked = await post(`/api/conversations/${conversationId}/runs`, JSON.stringify(run))
    expect(asked.status).toBe(200)
    void asked.body?.cancel().catch(() => {})
    await expect
      .poll(async () => (await listTasks())[0]?.status, { intervals: [20] })
      .toBe('running')
    await server.kill()
    await server.startAgain()
    if (server.cookie) await page.context().addCookies([server.cookie])
    await page.goto(`${server.url}/chat/${conversationId}`)

    const answer = page.getByRole('article', { name: /^Answer from/ })
    // The model is waited for separately, because it is created slowly on a busy machine.
    await expect(answer).toContainText('It is too small.', { timeout: 120_000 })
    await expect(answer).toContainText(upstream.text)
    await expect(answer.getByRole('article', { name: '3D model Bear', exact: true })).toBeVisible()
    await expect(answer.getByRole('article', { name: '3D model Tall bear' })).toBeVisible()
    await expect(answer.getByAltText('What the model was shown')).toHaveCount(2)
    const tall = answer.getByRole('article', { name: '3D model Tall bear' })
    await tall.getByRole('button', { name: 'Turn' }).click()
    const stage = await tall.locator('[data-state=ready]').boundingBox()
    const ask = await tall.getByRole('button', { name: 'Ask about a spot' }).boundingBox()
    expect(stage!.y + stage!.height).toBeLessThanOrEqual(ask!.y)
    expect((await listTasks()).map(({ status }) => status)).toEqual(['completed'])
    const listed = await (await fetch(`${server.url}/api/assets`)).json()
    expect((listed as { assets: unknown[] }).assets).toHaveLength(2)
    const beforeChange = upstream.requests.at(2)?.messages ?? []
    expect(JSON.stringify(beforeChange)).toContain('image_url')
  } finally {
    await server.stop()
    await upstream.stop()
  }
})
