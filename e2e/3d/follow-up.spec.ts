import { stepListSchema, taskListSchema, taskSchema } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { noViolations } from '../support/axe.ts'
import { expect, ownServer, test as base } from '../support/fixtures.ts'
import { started } from '../support/started.ts'
import { tripoTestKey, TripoService } from '../support/tripo-service.ts'

const test = base.extend<{ tripo: TripoService }>({
  tripo: started(() => TripoService.start()),
  server: ownServer('follow-up', { BOZZETTO_FETCH_HOSTS: '127.0.0.1' }),
})

test('a model is rigged by the service that made it, which shows the price before and the source model afterwards', async ({
  page,
  server,
  tripo,
}) => {
  const post = (path: string, body: object) =>
    fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const secrets = { key: tripoTestKey }
  await post('connections', { kind: 'tripo', name: 'Makers', address: tripo.url, secrets })
  const id = newId()
  const params = { prompt: 'a small knight' }
  expect((await post('tasks', { id, modelId: 'makers/text_to_model', params })).status).toBe(201)
  const task = async () =>
    taskSchema.parse(await (await fetch(`${server.url}/api/tasks/${id}`)).json())
  await expect.poll(async () => (await task()).status).toBe('completed')
  const { asset } = await task()
  const listed = await fetch(`${server.url}/api/tasks/steps/${asset!.id}`)
  expect(stepListSchema.parse(await listed.json()).steps.length).toBeGreaterThan(3)

  await page.goto(`/library/${asset!.id}`)
  const steps = page.getByRole('region', { name: 'Next steps' })
  await expect(steps.getByRole('button', { name: 'Animate' })).toHaveCount(0)
  await steps.getByRole('button', { name: 'Rig' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('25 credits')
  await noViolations(page)
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('Rig has started')).toBeVisible()
  await expect.poll(() => tripo.orders.length).toBe(3)
  expect(tripo.orders.slice(1)).toMatchObject([
    { path: '/animations/rig-check' },
    { path: '/animations/rig', body: { input: 'up-1', rig_type: 'biped' } },
  ])

  const cards = page.getByRole('list', { name: 'Models' }).getByRole('link')
  const listStatuses = async () => {
    const { tasks } = taskListSchema.parse(await (await fetch(`${server.url}/api/tasks`)).json())
    return tasks.map(({ status }) => status)
  }
  await expect.poll(listStatuses).toEqual(['completed', 'completed'])
  await page.goto('/library')
  await expect(cards).toHaveCount(2)
  await cards.first().click()
  await expect(page.getByText('Made from', { exact: true })).toBeVisible()
  await expect(steps.getByRole('button')).toHaveText(['Animate', 'Convert'])
})
