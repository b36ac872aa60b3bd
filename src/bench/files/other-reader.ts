import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright'
import { buildPage } from '../build-page.ts'
import { serveFolder } from '../serve-folder.ts'

const openMaxMs = 10_000

export async function startOtherReader(browser: Browser) {
  const outDir = await mkdtemp(path.join(tmpdir(), 'bozzetto-other-reader-'))
  const root = fileURLToPath(new URL('../viewer/page', import.meta.url))
  await buildPage({ root, page: 'other-reader.html', outDir })
  const served = await serveFolder(outDir)
  return {
    stop: served.stop,
    opens: async (files: string[]): Promise<boolean> => {
      const page = await browser.newPage()
      try {
        await page.goto(`${served.url}/other-reader.html`)
        await page.locator('input').setInputFiles(files)
        await page.locator('[data-outcome]').waitFor({ timeout: openMaxMs })
        return (await page.locator('[data-outcome=opened]').count()) > 0
      } catch {
        return false
      } finally {
        await page.close()
      }
    },
  }
}
