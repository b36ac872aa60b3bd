import { expect, it } from 'vitest'
import { pdfBomb } from './pdf-bomb.fixture.ts'
import { readPdf } from './pdf-text.ts'

it('readPdf refuses a small PDF that decompresses to gigabytes, without using much memory', async () => {
  const bomb = pdfBomb(1_500)
  expect(bomb.length).toBeLessThan(3 * 1024 * 1024)
  let highest = 0
  const before = process.memoryUsage.rss()
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss() - before)
  }, 20)
  await expect(readPdf(bomb, 1_000)).rejects.toMatchObject({ code: 'bad_document' })
  clearInterval(watch)
  expect(highest).toBeLessThan(300 * 1024 * 1024)
})
