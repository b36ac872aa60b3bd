import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Fails with what axe finds wrong with the page as it is now, and where. */
export async function noViolations(page: Page): Promise<void> {
  // Colours are judged at rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
  await page.evaluate(await readFile(axeFile, 'utf8'))
  const results = await page.evaluate((): Promise<AxeResults> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the line above has put there.
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  const found = results.violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} — ${failureSummary}`),
  }))
  expect(found).toEqual([])
}
