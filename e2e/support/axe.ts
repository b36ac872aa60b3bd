import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

type Run = (options: RunOptions) => Promise<AxeResults>

/**
 * Reports the accessibility violations of the current page as soft failures, so that the test
 * continues.
 */
export async function noViolations(page: Page, theme = ''): Promise<void> {
  // While it loads, a page of the settings can scroll but contains nothing to focus, which would
  // count as a violation.
  await expect(page.locator('[data-place="settings"] [aria-busy="true"]')).toHaveCount(0)
  // Colours have too little contrast during an animation, so turn animations off.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(await readFile(axeFile, 'utf8'))
  }
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: Run } }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} — ${failureSummary}`),
    }))
  })
  expect.soft(found, `violations at ${new URL(page.url()).pathname} ${theme}`).toEqual([])
}

/** Reports the violations of the page in the dark and in the light theme, without leaving its state. */
export async function noViolationsInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await noViolations(page, colorScheme)
  }
}
