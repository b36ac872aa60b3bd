import type { Page } from '@playwright/test'
import { expect, test as base } from '../support/fixtures.ts'
import { VoiceServer } from '#testing/voice-server.ts'

/**
 * Runs in the page. Replaces the microphone by a tone of 1.5 s and a pause of 2.5 s, repeated.
 * Chromium's own fake microphone fails to start on a busy machine.
 */
function fakeMicrophone(): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext()
    const buffer = context.createBuffer(1, context.sampleRate * 4, context.sampleRate)
    const samples = buffer.getChannelData(0)
    for (let at = 0; at < context.sampleRate * 1.5; at++) {
      samples[at] = 0.3 * Math.sin((at * 2 * Math.PI * 220) / context.sampleRate)
    }
    const source = new AudioBufferSourceNode(context, { buffer, loop: true })
    const microphone = context.createMediaStreamDestination()
    source.connect(microphone)
    source.start()
    return microphone.stream
  }
}

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

test.beforeEach(({ page }) => page.addInitScript(fakeMicrophone))

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

test('a dictation keeps its words when the user chooses another language with the keyboard', async ({
  page,
  voice,
}) => {
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Dictate' }).click()
  await expect(box(page)).toHaveValue(/^Make the foot wider\./)
  voice.words = ['Und', ' breiter.']
  await page.getByRole('button', { name: 'Spoken language' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'German' }).focus()
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue(/^Make the foot wider\..* Und breiter\./)
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
  // A short sound could end before the test looks at the page.
  voice.streamedPieces = 1_000
  await page.goto('/chat')
  await box(page).fill('Tell me')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Read aloud' }).click()
  await expect(page.getByText('Reading aloud')).toBeVisible()
  voice.streamedPieces = 1
  await expect.poll(() => voice.spoken.map(({ input }) => input).join(' ')).toContain('The end.')
  expect(voice.spoken[0]).toMatchObject({ voice: 'af_heart', speed: 1 })
  expect(JSON.stringify(voice.spoken)).not.toContain('secret')
  await expect(page.getByText('Reading aloud')).toBeHidden()
})

test('a sound plays while the service is still sending it', async ({ page, voice }) => {
  voice.streamedPieces = 1_000
  await page.goto('/chat')
  await box(page).fill('Tell me')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Read aloud' }).click()
  await expect(page.getByText('Reading aloud')).toBeVisible()
  const controls = page.locator('form')
  await controls.getByRole('button', { name: 'Stop reading' }).click()
  await expect(page.getByText('Reading aloud')).toBeHidden()
})

test('a long answer is read aloud to its end', async ({ page, upstream, voice }) => {
  upstream.text = Array.from(
    { length: 9 },
    (_, at) => `Sentence ${at} ${'long '.repeat(60)}.`,
  ).join(' ')
  await page.goto('/chat')
  await box(page).fill('Tell me more')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Read aloud' }).click()
  await expect.poll(() => voice.spoken.map(({ input }) => input).join(' ')).toContain('Sentence 8')
  await expect(page.getByText('Reading aloud')).toBeHidden()
  await expect(page.getByText('Could not read the answer aloud.')).toBeHidden()
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
