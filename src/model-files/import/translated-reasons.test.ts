import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeGlb } from '../glb/glb.fixture.ts'
import { makeBrokenGlbs } from '../inspect/broken-glbs.fixture.ts'
import { checkGlb } from '../inspect/check-glb.ts'
import { type MadeSplat, splatPly, spzBytes } from '../splats/splats.fixture.ts'
import { importFiles } from './import-files.ts'

const messages = new URL('../../languages/messages/', import.meta.url)

const splat: MadeSplat = {
  at: [0, 0, 0],
  scale: [1, 1, 1],
  color: [1, 0, 0],
  opacity: 1,
  turn: [0, 0, 0, 1],
}

const glbs = makeBrokenGlbs(await makeGlb({ cells: 3, nodes: 2 })).map(({ bytes }) => bytes)
const splatFiles = [
  { name: 'early.ply', bytes: splatPly([splat]).slice(0, -9) },
  { name: 'partial.ply', bytes: splatPly([splat], ['opacity']) },
  { name: 'header.ply', bytes: Uint8Array.from(Buffer.from('ply\nformat ascii 1.0\n')) },
  { name: 'early.spz', bytes: spzBytes([], 2, 100) },
  { name: 'packed.spz', bytes: spzBytes([splat], 4).slice(0, -9) },
]

async function readRefusal(read: () => unknown): Promise<string[]> {
  try {
    await read()
    return []
  } catch (error) {
    return error instanceof Error ? [error.message] : []
  }
}

const refusals = await Promise.all([
  ...glbs.map((bytes) => readRefusal(() => checkGlb(bytes))),
  ...splatFiles.map((file) => readRefusal(() => importFiles([file]))),
])
const sentences = [...new Set(refusals.flat())]

/** Returns whether a translation contains three successive English words of its sentence. */
const isEnglish = (sentence: string, translation: string): boolean =>
  [...sentence.matchAll(/\b(?=([a-z]+ [a-z]+ [a-z]+)\b)/g)].some(([, words = '']) =>
    new RegExp(String.raw`\b${words}\b`).test(translation),
  )

beforeEach(() => {
  vi.resetModules()
})

describe('the sentence about a damaged file', () => {
  it('is tested with many reasons', () => {
    const damaged = sentences.filter((sentence) => sentence.includes('damaged: '))
    expect(damaged.length).toBeGreaterThan(25)
  })

  it.each(readdirSync(messages))('keeps no English in %s', async (language) => {
    const { addSentences, translateSentence } = await import('#lib/language/translate-sentence.ts')
    const file = new URL(`${language}/server.json`, messages)
    addSentences(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    const left = sentences
      .map((sentence) => ({ sentence, translation: translateSentence(sentence) }))
      .filter(({ sentence, translation }) => isEnglish(sentence, translation))
    expect(left).toEqual([])
  })
})
