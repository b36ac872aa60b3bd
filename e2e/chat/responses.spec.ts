import { readFile } from 'node:fs/promises'
import { pictureFileSchema } from '#contract/files.ts'
import { newId } from '#lib/id.ts'
import {
  openAiKey,
  startOpenAi,
  type OpenAiServer,
  type ScriptItem,
} from '../../src/server/providers/openai/responses/openai.fixture.ts'
import { ConnectionsPage } from '../pages/connections.ts'
import { noViolations } from '../support/axe.ts'
import { expect, ownServer, test as base } from '../support/fixtures.ts'
import { samplePicture } from '../support/samples.ts'
import { started } from '../support/started.ts'

async function startStandIn(): Promise<OpenAiServer & { stop: () => Promise<void> }> {
  const server = await startOpenAi()
  return Object.assign(server, { stop: server.close })
}

const test = base.extend<{ openAi: OpenAiServer }>({
  openAi: started(startStandIn),
  server: ownServer('responses', {}),
})

const thought = (reasoning: string): ScriptItem => ({ reasoning })

const rounds: readonly ScriptItem[][] = [
  [
    thought('A bear with few faces is enough.'),
    {
      call: 'call_make',
      name: 'make_3d_model',
      input: { params: { face_limit: 2_000, texture_size: 512, detail: 0 }, name: 'Bear' },
    },
  ],
  [thought('I check it.'), { call: 'call_look', name: 'look_at_model', input: {} }],
  [thought('It looks right.'), { text: 'Your bear is ready.' }],
]

test('a model that rejects tools in Chat Completions creates a 3D model through the Responses API', async ({
  page,
  server,
  openAi,
}) => {
  openAi.answer = ({ input }) => {
    const items = Array.isArray(input) ? (input as { type?: string }[]) : []
    const results = items.filter(({ type }) => type === 'function_call_output').length
    return { output: rounds[results] ?? [{ text: 'Yes.' }] }
  }
  const { dialog } = new ConnectionsPage(page)
  await page.goto('/settings?connect=azure')
  await dialog.getByLabel('Address').fill(`${openAi.url}/v1`)
  await dialog.getByLabel(/^API key/).fill(openAiKey)
  await dialog.getByText('More options').click()
  await dialog.getByRole('button', { name: 'Interface for chats' }).click()
  await expect(page.getByRole('option')).toHaveText([
    /^Automatic/,
    /^Chat completions/,
    /^Responses/,
  ])
  await page.getByRole('option', { name: /^Automatic/ }).click()
  await noViolations(page)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(dialog).toContainText(/Found \d+ models/)

  const upload = await page.request.post(`${server.url}/api/files?name=bear.webp`, {
    data: await readFile(samplePicture('teddy-bear')),
  })
  const { id: pictureId } = pictureFileSchema.parse(await upload.json())
  const conversationId = newId()
  const tools = ['make_3d_model', 'look_at_model']
  const asked = page.request.post(`${server.url}/api/conversations/${conversationId}/runs`, {
    data: {
      runId: newId(),
      answerId: newId(),
      modelId: 'azure/gpt-6.2-sol',
      question: {
        id: newId(),
        text: 'Make this.',
        attachments: [{ kind: 'picture', id: pictureId }],
      },
      settings: { tools, allowedTools: tools, params: { temperature: 0.4, seed: 7 } },
    },
    timeout: 60_000,
  })
  expect((await asked).status()).toBe(200)
  await page.goto(`/chat/${conversationId}`)
  const answer = page.getByRole('article', { name: /^Answer from/ })
  await expect(answer).toContainText('Your bear is ready.', { timeout: 60_000 })
  await expect(answer.getByRole('article', { name: '3D model Bear', exact: true })).toBeVisible()
  await expect(answer).toContainText('not used: seed, temperature')
  await noViolations(page)
  expect(openAi.asked.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/v1/responses', '/v1/responses', '/v1/responses']),
  )
  expect(openAi.requests.filter(({ path }) => path === '/v1/chat/completions')).toEqual([])
  const last = JSON.stringify(openAi.asked.at(-1)?.body['input'])
  expect(last.match(/"encrypted_content"/g)).toHaveLength(2)
  expect(last).toContain('"input_image"')
})
