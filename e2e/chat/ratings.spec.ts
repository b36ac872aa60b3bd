import { readFile } from 'node:fs/promises'
import { expect, ownChatServer, test as base } from '../support/fixtures.ts'

const test = base.extend({ server: ownChatServer('ratings') })

test('ratings and votes stay with their answers, rank the models, and can be exported and deleted', async ({
  page,
  chat,
  upstream,
}) => {
  upstream.text = 'Cone 6 is about 1,222 degrees.'
  await chat.askAndWait('How hot is cone 6?')
  const answer = chat.answers.first()
  const good = answer.getByRole('button', { name: 'Good answer' })
  await good.click()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
  await answer.getByRole('button', { name: 'Add a reason' }).click()
  const why = page.getByRole('dialog', { name: 'What was good?' })
  await why.getByLabel('Reason').fill('It names the unit')
  await why.getByRole('button', { name: 'Save' }).click()
  await expect(answer.getByRole('button', { name: 'Reason: It names the unit' })).toBeVisible()
  await page.reload()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
  await expect(answer.getByRole('button', { name: 'Bad answer' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )

  await page.getByRole('button', { name: 'New chat' }).first().click()
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByRole('button', { name: 'Compare models…' }).click()
  await page.getByRole('checkbox', { name: /editor/ }).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await chat.ask('And cone 10?')
  const both = page.getByRole('region', { name: /answers side by side/ })
  await chat.done()
  await both.getByRole('button', { name: 'Hide names for a fair vote' }).click()
  await expect(both.getByRole('article', { name: /Answer from (writer|editor)/ })).toHaveCount(0)
  await both.getByRole('button', { name: 'Best answer' }).first().click()
  await expect(both.getByText('Your pick')).toHaveCount(1)
  // A vote shows the names again.
  await expect(both.getByRole('article', { name: /Answer from (writer|editor)/ })).toHaveCount(2)

  await page.goto('/settings/usage')
  const ratings = page.getByRole('region', { name: 'Ratings', exact: true })
  const board = ratings.getByRole('table')
  await expect(board.getByRole('row')).toHaveCount(3)
  await expect(board).toContainText('100%')
  const saved = page.waitForEvent('download')
  await ratings.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As a table (CSV)' }).click()
  const table = await readFile(await (await saved).path(), 'utf8')
  expect(table).toMatch(/rating,[^\n]*openai\/writer,good,It names the unit,How hot is cone 6\?/)
  expect(table).toMatch(/vote,[^\n]*openai\/(writer|editor)/)

  for (const kind of ['votes', 'ratings']) {
    await ratings.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('menuitem', { name: `All ${kind}…` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(ratings.getByText('None yet')).toBeVisible()
})
