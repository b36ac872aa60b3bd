import { createPdf } from '#server/documents/small-pdf.fixture.ts'
import { documentSchema } from '#contract/documents.ts'
import { newId } from '#lib/id.ts'
import { expect, test } from '../support/fixtures.ts'

test('a click on a citation opens the page of the PDF with the cited passage highlighted', async ({
  page,
  server,
  upstream,
}) => {
  upstream.text = 'Celadon needs iron [1].'
  const call = (path: string, method: string, body: unknown) =>
    fetch(`${server.url}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: server.url },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const folderId = newId()
  await call(`folders/${folderId}`, 'PUT', { name: 'Glazes' })
  const pdf = createPdf('About kilns', 'Celadon holds iron', 'About clay')
  const uploaded = await call('documents?name=glazes.pdf', 'POST', pdf)
  const { id: documentId } = documentSchema.parse(await uploaded.json())
  await call(`folders/${folderId}/documents/${documentId}`, 'PUT', {})
  const conversationId = newId()
  const run = await call(`conversations/${conversationId}/runs`, 'POST', {
    runId: newId(),
    answerId: newId(),
    modelId: 'openai/writer',
    question: { id: newId(), text: 'Which metal does Celadon need?' },
    folderId,
  })
  await run.text()

  await page.goto(`/chat/${conversationId}`)
  await page.locator('button[data-source]').first().click()
  const dialog = page.getByRole('dialog', { name: 'glazes.pdf' })
  await expect(dialog.getByText('Page 1 of 3')).toBeVisible()
  const picture = dialog.getByRole('img', { name: 'Picture of page 1 with the passage marked' })
  await expect(picture).toBeVisible()

  await dialog.getByRole('button', { name: 'Next page' }).click()
  await expect(
    dialog.getByRole('img', { name: 'Picture of page 2 with the passage marked' }),
  ).toBeVisible()
  // The page has black letters on white, and the cited passage has a yellow background.
  const colours = await dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let [dark, yellow, white] = [0, 0, 0]
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
      if (r < 80 && g < 80 && b < 80) dark++
      else if (r > 200 && b < 160) yellow++
      else if (r > 240 && g > 240 && b > 240) white++
    }
    return { dark, yellow, white }
  })
  expect(colours.dark).toBeGreaterThan(1_000)
  expect(colours.yellow).toBeGreaterThan(5_000)
  expect(colours.white).toBeGreaterThan(colours.yellow)

  await dialog.getByText('Text', { exact: true }).click()
  await expect(dialog.getByText('Celadon holds iron')).toBeVisible()
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download the file' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('glazes.pdf')
})
