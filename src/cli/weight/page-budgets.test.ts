import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { comparePages } from './page-budgets.mjs'

const kib = 1024
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const chunk = (name: string, rest: object = {}) => ({ name, file: `${name}.js`, ...rest })

async function build(ofPlaceKib: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-test-'))
  folders.push(folder)
  const sizes = { base: 10, place: ofPlaceKib, imported: 5, later: 50 }
  for (const [name, size] of Object.entries(sizes)) {
    await writeFile(path.join(folder, `${name}.js`), randomBytes(size * kib))
  }
  const manifest = {
    base: chunk('base', { dynamicImports: ['place'] }),
    place: chunk('place', { imports: ['base', 'imported'], dynamicImports: ['later'] }),
    imported: chunk('imported'),
    later: chunk('later'),
  }
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  return folder
}

const budgets = { chat: { kib: 35, chunk: 'place' } }

test('comparePages counts a page’s imports, but not the chunks that it loads later', async () => {
  const [chat] = comparePages(await build(20), budgets)
  expect(chat?.now).toBeCloseTo(35, 0)
  expect(chat?.hasGrown).toBe(false)

  const [whole] = comparePages(await build(20), {
    chat: { kib: 35, chunk: 'place', later: ['later'] },
  })
  expect(whole?.now).toBeCloseTo(85, 0)
})

test('comparePages reports a page that has grown by more than 2 KiB', async () => {
  expect(comparePages(await build(21), budgets)[0]?.hasGrown).toBe(false)
  expect(comparePages(await build(23), budgets)[0]?.hasGrown).toBe(true)
})
