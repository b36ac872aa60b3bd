import type { ViteDevServer } from 'vite'
import { expect, plainTest } from '../support/fixtures.ts'
import { noViolations } from '../support/axe.ts'

/** Starts Vite, because the page that shows all components exists only in development. */
const test = plainTest.extend<object, { workbench: string }>({
  workbench: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructured parameter.
    async ({}, use) => {
      const { createServer, loadConfigFromFile } = await import('vite')
      const loaded = await loadConfigFromFile({ command: 'serve', mode: 'development' })
      const plugins = (loaded?.config.plugins ?? []).flat()
      const server: ViteDevServer = await createServer({
        ...loaded?.config,
        configFile: false,
        // Excludes the plugin that starts the server, which would open the developer's data folder.
        plugins: plugins.filter(
          (plugin) => !(plugin && 'name' in plugin && plugin.name === 'bozzetto-server'),
        ),
        // No hot reload, because a reload in the middle of a test would close its dialog.
        server: { port: 0, hmr: false },
        logLevel: 'error',
      })
      await server.listen()
      await use(`${server.resolvedUrls?.local[0] ?? ''}workbench`)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const groups = ['Tokens', 'Actions', 'Fields', 'Feedback', 'Layout', 'Overlays']

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ viewport: { width: 1000, height: 800 }, colorScheme })

    test('each component equals its reference pictures in all states', async ({
      page,
      workbench,
    }) => {
      for (const group of groups) {
        await page.goto(`${workbench}?group=${group}`)
        const shown = page.getByRole('region', { name: group, exact: true })
        await shown.waitFor()
        await noViolations(page)
        await expect.soft(shown).toHaveScreenshot(`${group.toLowerCase()}.${colorScheme}.png`)
      }
    })

    test('menus, dialogs and toasts equal their reference pictures', async ({
      page,
      workbench,
    }) => {
      await page.goto(`${workbench}?group=Overlays`)
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('menuitem', { name: /Rename/ }).waitFor()
      await expect.soft(page).toHaveScreenshot(`menu.${colorScheme}.png`)
      await page.keyboard.press('Escape')
      // Waits until the menu is closed, because a closing menu would receive the next click.
      await page.getByRole('menu').waitFor({ state: 'hidden' })
      const dialog = page.getByRole('dialog', { name: 'Delete “Chair”?' })
      await expect(async () => {
        // An open dialog would cover the button.
        if (!(await dialog.isVisible())) {
          await page.getByRole('button', { name: 'Confirming dialog' }).click({ timeout: 5000 })
        }
        await dialog.waitFor({ timeout: 5000 })
      }).toPass()
      await expect.soft(page).toHaveScreenshot(`dialog.${colorScheme}.png`)
      await page.goto(`${workbench}?group=Feedback`)
      await page.getByRole('button', { name: 'Error' }).click()
      await expect.soft(page.getByRole('alert')).toHaveScreenshot(`toast.${colorScheme}.png`)
    })
  })
}
