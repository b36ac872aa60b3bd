import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Page } from 'playwright'
import { chromiumArguments } from '#testing/chromium-arguments.ts'
import { VoiceServer, writeTones } from '#testing/voice-server.ts'
import type { Figures } from '../run-parts.ts'
import type { ServerProcess } from '../server-process.ts'
import { median, printTable } from '../table.ts'

const rounds = 5
/** Milliseconds that the service takes for the first word or sound. They are subtracted. */
const serviceMs = 400
/** Milliseconds of one dictation. */
const spokenMs = 2_000
const streamedPieces = 16

/**
 * Measures the wait for the first words after the push-to-talk key is released, and for the first
 * sound after *Read aloud*, each in a new browser profile. Chromium's fake microphone plays tones to
 * a stand-in for the service, which streams words and sounds.
 * @param folder receives the file for the fake microphone.
 * @returns milliseconds beyond the time of the service.
 */
export async function measureVoice(server: ServerProcess, folder: string): Promise<Figures> {
  const voice = await VoiceServer.start()
  voice.delayMs = serviceMs
  voice.streamedPieces = streamedPieces
  const file = path.join(folder, 'microphone.wav')
  const syllable = [
    { ms: 300, isLoud: true },
    { ms: 200, isLoud: false },
  ]
  await writeFile(file, writeTones([...syllable, ...syllable, ...syllable]))
  const executablePath = process.env['BOZZETTO_CHROMIUM']
  const browser = await chromium.launch({
    args: [
      ...chromiumArguments,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}`,
    ],
    ...(executablePath && { executablePath }),
  })
  const waits: { words: number; sound: number }[] = []
  try {
    const connected = await fetch(`${server.url}/api/connections`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ kind: 'speaches', name: 'Voice', address: voice.url, secrets: {} }),
    })
    if (!connected.ok) throw new Error(`A connection was refused: ${await connected.text()}`)
    for (let round = 0; round < rounds; round++) {
      const context = await browser.newContext({ permissions: ['microphone'] })
      if (server.cookie) await context.addCookies([server.cookie])
      const page = await context.newPage()
      await page.addInitScript(noteWaits)
      await page.goto(`${server.url}/chat`)
      waits.push({ words: await waitForWords(page), sound: await waitForSound(page) })
      await context.close()
    }
  } finally {
    await browser.close()
    await voice.stop()
  }
  const rows = [
    { name: 'dictation: first words after the key is released', waits: waits.map((w) => w.words) },
    { name: 'reading aloud: first sound after the press', waits: waits.map((w) => w.sound) },
  ].map(({ name, waits: all }) => ({ name, ms: all.map((ms) => Math.round(ms - serviceMs)) }))
  printTable([
    ['wait beyond the service', 'median ms', 'longest ms'],
    ...rows.map(({ name, ms }) => [name, median(ms), Math.max(...ms)]),
  ])
  const [words, sound] = rows.map(({ ms }) => median(ms))
  return { dictation_first_words_ms: words, speech_first_sound_ms: sound }
}

async function waitForWords(page: Page): Promise<number> {
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.focus()
  await page.keyboard.down('F8')
  await page.getByRole('timer').waitFor()
  await page.waitForTimeout(spokenMs)
  if ((await box.inputValue()) !== '') throw new Error('Words arrived before the key was released.')
  await page.keyboard.up('F8')
  return page.evaluate<number>('globalThis.wordsWait')
}

/** Sends the dictated question to the guide, and reads its answer aloud. */
async function waitForSound(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Read aloud' }).click()
  return page.evaluate<number>('globalThis.soundWait')
}

/** Measures both waits in the page, in milliseconds. */
const noteWaits = `
  globalThis.wordsWait = new Promise((resolve) => {
    addEventListener('keyup', () => {
      const start = performance.now()
      const look = () => {
        if (document.querySelector('textarea').value === '') requestAnimationFrame(look)
        else resolve(performance.now() - start)
      }
      look()
    }, { capture: true, once: true })
  })
  let pressed
  addEventListener('click', () => { pressed = performance.now() }, { capture: true })
  globalThis.soundWait = new Promise((resolve) => {
    const Own = Audio
    globalThis.Audio = function () {
      const audio = new Own()
      audio.addEventListener('playing', () => resolve(performance.now() - pressed), { once: true })
      return audio
    }
  })`
