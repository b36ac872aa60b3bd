import { expect, test } from '../support/fixtures.ts'

test('older answers of a long chat are summarised, edited, and restored', async ({
  page,
  upstream,
}) => {
  await page.route('**/api/models', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { models: { contextTokens?: number }[] }
    for (const model of list.models) model.contextTokens = 400
    await route.fulfill({ response, json: list })
  })
  upstream.text = 'word '.repeat(300)
  await page.goto('/chat')
  const box = page.getByRole('textbox', { name: 'Message' })
  const send = async (text: string) => {
    await box.fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  }
  await send('Which clay?')
  await send('And which glaze?')
  upstream.text = 'Stoneware with celadon.'
  await box.fill('Now the kiln.')
  const offer = page.getByRole('button', { name: /^Summarise older answers/ })
  await expect(offer).toContainText(/free|about|price not known/)
  await offer.click()
  const block = page.getByText('The answers above are summarised for the model.')
  await expect(block).toBeVisible()

  await block.click()
  await expect(page.getByText('Stoneware with celadon.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).last().click()
  await page.getByRole('textbox', { name: 'Summary' }).fill('Celadon on stoneware.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Celadon on stoneware.')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => JSON.stringify(upstream.requests.at(-1))).toContain('Now the kiln.')
  const sent = JSON.stringify(upstream.requests.findLast(({ messages }) => messages.length > 1))
  expect(sent).toContain('Celadon on stoneware.')
  expect(sent).toContain('Which clay?')

  await page.getByRole('button', { name: 'Undo the summary' }).click()
  await expect(block).toBeHidden()
})
