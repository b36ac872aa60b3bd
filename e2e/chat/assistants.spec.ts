import { expect, ownChatServer, test as base } from '../support/fixtures.ts'
import { strToU8, zipSync } from 'fflate'

const test = base.extend({ server: ownChatServer('assistants') })

test('an assistant is created, started, mentioned with @ in another chat, exported, and imported as a skill', async ({
  page,
  upstream,
}) => {
  upstream.text = 'White matte it is.'
  await page.goto('/chat/assistants')
  await expect(page.getByText('No assistants yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New assistant' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Glaze mixer')
  await page.getByRole('textbox', { name: 'Description' }).fill('Recipes for your cones')
  await page.getByRole('textbox', { name: 'What it should do' }).fill('You mix glazes.')
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('textbox', { name: 'Question 1' }).fill('White matte, cone 6')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved “Glaze mixer”')).toBeVisible()

  // The trial uses what is written, before it is saved.
  await page.getByRole('textbox', { name: 'What it should do' }).fill('You mix dark glazes.')
  const trial = page.getByRole('region', { name: 'Try it' })
  await trial.getByRole('textbox', { name: 'Message' }).fill('A tenmoku, please')
  await trial.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(trial.getByRole('article', { name: /^Answer from/ })).toContainText(
    'White matte it is.',
  )
  const tried = upstream.requests.at(-1)
  expect(JSON.stringify(tried)).toContain('You mix dark glazes.')
  expect(tried?.tools).toBeUndefined()
  const { conversations } = (await (await page.request.get('/api/conversations')).json()) as {
    conversations: unknown[]
  }
  expect(conversations).toEqual([])
  await trial.getByRole('button', { name: 'Start over' }).click()
  await expect(trial.getByRole('article')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'What it should do' }).fill('You mix glazes.')

  await page.getByRole('button', { name: 'Start a chat' }).click()
  await expect(page.getByRole('heading', { name: 'Glaze mixer' })).toBeVisible()
  await expect(page.getByText('Recipes for your cones')).toBeVisible()
  await page.getByRole('button', { name: 'White matte, cone 6' }).click()
  const answer = page.getByRole('article', { name: 'Answer from Glaze mixer' })
  await expect(answer).toContainText('White matte it is.')
  expect(JSON.stringify(upstream.requests.at(-1))).toContain('You mix glazes.')

  await page.goto('/chat')
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('@gla')
  await page.getByRole('option', { name: /Glaze mixer/ }).click()
  await expect(box).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Model: Glaze mixer' })).toBeVisible()

  await page.goto('/chat/assistants')
  await expect(page.getByText('1 chat')).toBeVisible()
  await page.getByRole('link', { name: /Glaze mixer/ }).click()
  await page.getByRole('button', { name: 'Assistant options' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save as a file' }).click()
  expect((await saving).suggestedFilename()).toBe('Glaze mixer.assistant.json')

  await page.getByRole('link', { name: 'Assistants', exact: true }).click()
  await page.getByLabel('Assistant or skill').setInputFiles({
    name: 'skills.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(
      zipSync({
        'kiln/SKILL.md': strToU8('---\nname: kiln-helper\ndescription: Fires.\n---\nFire well.'),
        'kiln/scripts/fire.py': strToU8('print(1)'),
      }),
    ),
  })
  await expect(page.getByText(/scripts are never run.*fire\.py/)).toBeVisible()
  await expect(page.getByRole('link', { name: /kiln-helper/ })).toBeVisible()
})
