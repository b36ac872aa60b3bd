import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readMatEntry, writeMatEntry } from './scan-entries.ts'
import { openScanStore } from './scan-store.ts'

it('reads the comparison of a photo with the mat from a folder as it was written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scan-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const size = { width: 301, height: 67 }
  const count = size.width * size.height
  const compared = {
    white: [0.75, 0.5, 0.25] as const,
    onPage: Uint8Array.from({ length: count }, (_, i) => i % 2),
    matChance: Uint8Array.from({ length: count }, (_, i) => i % 251),
  }
  await writeMatEntry(openScanStore(folder), 3, compared)
  expect(await readMatEntry(openScanStore(folder), 3, size)).toEqual(compared)
})
