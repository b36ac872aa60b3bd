import { noViolations } from '../support/axe.ts'
import { expect, ownServer, test as base } from '../support/fixtures.ts'
import { TestGradioApp } from '../support/gradio-app.ts'
import { disconnectAll } from '../pages/connections.ts'
import { started } from '../support/started.ts'

const test = base.extend<{ app: TestGradioApp }>({
  app: started(() => TestGradioApp.start()),
  server: ownServer('model-imports'),
})

test.beforeEach(async ({ server, app }) => {
  app.isNewer = false
  await disconnectAll(server)
  await fetch(`${server.url}/api/connections`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'gradio', name: 'Pottery', address: app.url }),
  })
})

test('a model of a service is imported, tested, used in the studio without a reload, updated and removed', async ({
  page,
  app,
}) => {
  await page.goto('/settings/catalogue')
  const part = page.getByRole('region', { name: 'Imported 3D models' })
  await expect(part).toContainText('Nothing imported yet')
  await part.getByRole('button', { name: 'Import a model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the function').fill('/nothing')
  await dialog.getByRole('button', { name: 'Read' }).click()
  await expect(dialog.getByRole('alert')).toContainText('It has /greet, /sculpt.')
  await dialog.getByLabel('Name of the function').fill('/sculpt')
  await page.keyboard.press('Enter')

  await expect(dialog.getByRole('heading', { name: 'Check the form' })).toBeVisible()
  await expect(dialog.getByLabel('Output with the model')).toHaveText('Clay model')
  await expect(dialog.getByLabel('Photo is a picture')).toBeChecked()
  await noViolations(page)
  await dialog.getByRole('checkbox', { name: 'Remove background' }).uncheck()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Clay')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const list = part.getByRole('list', { name: 'Imported models' })
  await expect(list.getByRole('listitem')).toContainText('pottery/sculpt')
  await expect(list.getByRole('listitem')).toContainText('read just now')

  app.isNewer = true
  await part.getByRole('button', { name: 'More about Clay' }).click()
  await page.getByRole('menuitem', { name: 'Check for changes' }).click()
  await expect(dialog.getByRole('list', { name: 'Changes' })).toHaveText('AddedSteps')
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/studio')
  await page.getByRole('button', { name: 'Engine', exact: true }).click()
  await page.getByRole('option', { name: /^Clay/ }).click()
  await expect(page.getByRole('region', { name: 'Photo' })).toBeVisible()
  await page.getByRole('list', { name: 'Samples' }).getByRole('button').first().click()
  await expect(page.getByRole('slider', { name: 'Steps' })).toHaveValue('20')
  await expect(page.getByText('Remove background')).toHaveCount(0)

  await page.goto('/settings/catalogue')
  await part.getByRole('button', { name: 'More about Clay' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(part).toContainText('Nothing imported yet')
})
