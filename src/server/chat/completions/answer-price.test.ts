import { describe, expect, it } from 'vitest'
import { measureCpuMs } from '../../testing/cpu-time.fixture.ts'
import {
  answerUsd,
  estimatePromptTokens,
  estimateTokens,
  estimateReservation,
  toCostUsd,
} from './answer-price.ts'

const file = 'aB9_+/=-'.repeat(250)
const ofText = (text: string) => estimatePromptTokens([Buffer.from(text)])

describe('estimatePromptTokens', () => {
  it('counts text by its bytes', async () => {
    const text = '{"content":"陶土 and clay"}'
    expect(await ofText(text)).toBe(estimateTokens(text))
    expect(await ofText('')).toBe(0)
  })

  it('counts each encoded file as a picture, also if the file ends the request', async () => {
    expect(await ofText(`"${file}"`)).toBe(3_000 + 1)
    expect(await ofText(`"${file}","${file}`)).toBe(2 * 3_000 + 2)
    expect(await ofText(`"${file.slice(1)}"`)).toBe(estimateTokens(`"${file.slice(1)}"`))
  })

  it('returns the same count wherever the text is split', async () => {
    const bytes = Buffer.from(`"${file}" and words "${file}"`)
    const parted = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))
    expect(await estimatePromptTokens(parted)).toBe(await estimatePromptTokens([bytes]))
  })

  it('takes no longer for long texts that resemble encoded files', async () => {
    const almost = `${'x'.repeat(1_999)} `.repeat(5_000)
    expect(await measureCpuMs(() => ofText(almost))).toBeLessThan(5_000)
  })
})

const usage = (prompt: number) => ({ prompt_tokens: prompt, completion_tokens: 1_000 })

it('reserves and charges the higher price of long prompts', () => {
  const long = { above: 1_000, prompt: 4, completion: 15 }
  const price = { currency: 'USD', prompt: 2, completion: 10, long }
  const answer = { isWhole: true, promptTokens: 0, answerTokens: 0, price }
  expect(answerUsd({ ...answer, usage: usage(1_000) })).toBeCloseTo(0.012)
  expect(answerUsd({ ...answer, usage: usage(2_000) })).toBeCloseTo(0.023)
  const request = { max_tokens: 1_000 }
  expect(estimateReservation(request, { promptTokens: 2_000, hasWords: true, price })).toBeCloseTo(
    0.023,
  )
})

describe('toCostUsd', () => {
  const used = { promptTokens: 1_000_000, completionTokens: 1_000_000 }
  it('converts currencies with a rate', () => {
    expect(toCostUsd({ usage: used, cost: { amount: 2, currency: 'USD' } })).toBe(2)
    expect(toCostUsd({ usage: used, cost: { amount: 2, currency: 'EUR' } })).toBe(2.5)
  })
  it('assumes a high price if the cost is unknown or in a currency without a rate', () => {
    expect(toCostUsd({ usage: used, cost: undefined })).toBe(120)
    expect(toCostUsd({ usage: used, cost: { amount: 2, currency: 'credits' } })).toBe(120)
    expect(toCostUsd({ usage: undefined, cost: undefined })).toBeUndefined()
  })
})
