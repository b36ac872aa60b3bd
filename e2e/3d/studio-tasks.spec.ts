import { taskListSchema, usualTimesSchema } from '#contract/tasks.ts'
import { expect, test } from '../support/fixtures.ts'
import { StudioPage } from '../pages/studio.ts'
import { plainPicture } from '../support/pictures.ts'

// A narrower screen hides the list of recent models.
test.use({ viewport: { width: 1440, height: 760 } })

test('one click starts tasks with several seeds, the tasks wait in a queue, and they remain after a reload', async ({
  page,
}) => {
  const { tasks } = taskListSchema.parse(await (await page.request.get('/api/tasks')).json())
  const before = tasks.filter(({ status }) => status !== 'cancelled')
  const lions = before.filter(({ asset }) => asset?.name === 'Lion')
  const studio = new StudioPage(page)
  await studio.open()
  await studio.chooseSample('Lion')
  await page.getByRole('button', { name: '1 model' }).click()
  await page.getByRole('menuitem', { name: /^2 variations/ }).click()
  await studio.generate()

  const recent = page.getByRole('navigation', { name: 'Recent' }).getByRole('button')
  await expect(recent).toHaveCount(before.length + 2)
  await page.reload()
  await expect(recent).toHaveCount(before.length + 2)
  await expect(page.getByRole('button', { name: '2 models' })).toBeVisible()
  await expect(recent.and(page.getByLabel('Lion'))).toHaveCount(lions.length + 2, {
    timeout: 120_000,
  })

  const usual = await page.request.get('/api/tasks/usual')
  const { models } = usualTimesSchema.parse(await usual.json())
  const runs = models.find(({ modelId }) => modelId === 'local/image-to-3d')?.runs ?? []
  expect(runs.length).toBeGreaterThan(1)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Generate/ })).toContainText(
    /about \d+(–\d+)? (s|min)/,
  )
})

test('several pictures become a queue of tasks, which can be cancelled together', async ({
  page,
}) => {
  const studio = new StudioPage(page)
  await studio.open()
  await page.getByRole('button', { name: /^\d models?$/ }).click()
  await page.getByRole('menuitem', { name: 'Several engines or pictures…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make several' })
  await dialog.getByRole('radio', { name: '1', exact: true }).check()
  const picture = await plainPicture()
  const files = Array.from({ length: 6 }, (_, at) => ({
    name: `disc-${at}.png`,
    mimeType: 'image/png',
    buffer: picture,
  }))
  await dialog.getByLabel('Choose pictures', { exact: true }).setInputFiles(files)
  await expect(dialog.getByText('6 pictures')).toBeVisible()
  await dialog.getByRole('button', { name: 'Make 6' }).click()
  await expect(dialog).toBeHidden()

  const line = page.getByRole('region', { name: 'Waiting tasks' })
  await expect(line).toContainText(/\d+ queued/)
  await line.getByRole('button', { name: 'Cancel all' }).click()
  await expect(line).toBeHidden()
  const count = async (wanted: string) => {
    const { tasks } = (await (await page.request.get('/api/tasks?limit=50')).json()) as {
      tasks: { status: string }[]
    }
    return tasks.filter(({ status }) => status === wanted).length
  }
  await expect.poll(() => count('queued')).toBe(0)
  expect(await count('cancelled')).toBeGreaterThan(2)
})
