import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { testChromiumArguments } from '#bench/chromium-arguments.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { VoiceServer, writeTones } from '../support/voice-server.ts'

/** Sound of the fake microphone, repeated: a tone like speech, then a pause. */
const heard = path.join(mkdtempSync(path.join(tmpdir(), 'voice-')), 'heard.wav')
writeFileSync(
  heard,
  writeTones([
    { ms: 1_500, isLoud: true },
    { ms: 2_500, isLoud: false },
  ]),
)

const test = base.extend<{ voice: VoiceServer }>({
  voice: async ({ server }, use) => {
    const voice = await VoiceServer.start()
    const response = await fetch(`${server.url}/api/connections`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: server.url },
      body: JSON.stringify({ kind: 'speaches', name: 'Speaches', address: voice.url, secrets: {} }),
    })
    expect(response.status).toBe(201)
    const { id } = (await response.json()) as { id: string }
    await use(voice)
    await fetch(`${server.url}/api/connections/${id}`, {
      method: 'DELETE',
      headers: { Origin: server.url },
    })
    await voice.stop()
  },
})

const executablePath = process.env['BOZZETTO_CHROMIUM']
test.use({
  permissions: ['microphone'],
  launchOptions: {
    args: [
      ...testChromiumArguments,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${heard}`,
    ],
    ...(executablePath && { executablePath }),
  },
})

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

test('a dictation adds its words to the message at each pause', async ({ page, voice }) => {
  await page.goto('/chat')
  await box(page).fill('Please:')
  await page.getByRole('button', { name: 'Dictate' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(box(page)).toHaveValue(/^Please: Make the foot wider\./)
  await expect(page.getByText('In your network')).toBeVisible()
  await page.getByRole('button', { name: 'Keep the words' }).click()
  await expect(page.getByRole('button', { name: 'Dictate' })).toBeVisible()
  await expect(box(page)).toHaveValue(/^Please: Make the foot wider\./)
  const [first] = voice.recordings
  expect(first?.form).toContain('filename="speech.wav"')
  expect(first?.form).toMatch(/name="model"\r\n\r\nsmall\r\n/)
  expect(first?.bytes).toBeGreaterThan(32_000)
})

test('the Escape key discards a dictation, and an error of the service is shown', async ({
  page,
  voice,
}) => {
  await page.goto('/chat')
  await box(page).fill('Before')
  voice.refusal = 'No model is loaded'
  await box(page).press('F8')
  await expect(page.getByRole('alert').filter({ hasText: 'No model is loaded' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Dictate' })).toBeVisible()
  await expect(box(page)).toHaveValue('Before')
})

test('an answer is read aloud sentence by sentence, without its code', async ({
  page,
  upstream,
  voice,
}) => {
  upstream.text = 'The first sentence. The second one.\n\n```js\nlet secret = 1\n```\n\nThe end.'
  await page.goto('/chat')
  await box(page).fill('Tell me')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Read aloud' }).click()
  await expect(page.getByText('Reading aloud')).toBeVisible()
  await expect.poll(() => voice.spoken.map(({ input }) => input).join(' ')).toContain('The end.')
  expect(voice.spoken[0]).toMatchObject({ voice: 'af_heart', speed: 1 })
  expect(JSON.stringify(voice.spoken)).not.toContain('secret')
  await expect(page.getByText('Reading aloud')).toBeHidden()
})

test('a hands-free conversation continues without a press after each answer', async ({
  page,
  upstream,
  voice,
}) => {
  upstream.text = 'This is the answer. It has two sentences.'
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Dictate' }).click()
  await page.getByRole('button', { name: 'Talk without hands' }).click()
  await expect(page.getByText('Listening. Speak, then pause.')).toBeVisible()
  await expect.poll(() => upstream.requests.length).toBeGreaterThan(0)
  await expect(page.getByText('This is the answer.').first()).toBeVisible()
  await expect.poll(() => voice.spoken.length).toBeGreaterThan(0)
  await expect.poll(() => upstream.requests.length).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'End' }).click()
  await expect(page.getByRole('button', { name: 'Dictate' })).toBeVisible()
})
