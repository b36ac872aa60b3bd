import type { Page } from '@playwright/test'
import { noViolations } from '../support/axe.ts'
import { expect, ownServer, test as base } from '../support/fixtures.ts'
import { expectNoShift, recordShifts } from '../support/layout-shift.ts'

const test = base.extend({ server: ownServer('looks') })

type Screen = {
  name: string
  path: string
  /** Text that is visible once the screen is complete. */
  text: string | RegExp
  isOnPhone?: boolean
  open?: (page: Page) => Promise<void>
}

const settings = (page: string, text: string, more: Partial<Screen> = {}): Screen => ({
  name: `settings-${page}`,
  path: `/settings/${page}`,
  text,
  ...more,
})

const screens: readonly Screen[] = [
  settings('account', 'Third-party licenses', { isOnPhone: true }),
  settings('tools', 'None yet'),
  settings('memory', 'Use memory in chats'),
  settings('programs', 'No keys yet', {
    // The command contains the port, whose length decides whether the command wraps.
    open: (page) =>
      page.locator('pre').evaluateAll((commands) => {
        for (const command of commands) command.textContent = '…'
      }),
  }),
  settings('usage', 'No answers in this period'),
  settings('data', 'Download everything'),
  settings('models', 'Nothing connected yet', { isOnPhone: true }),
  settings('tool-servers', 'No MCP servers yet'),
  settings('catalogue', 'No aliases yet'),
  settings('people', 'Only you use this server'),
  settings('limits', 'No limits yet'),
  { name: 'welcome', path: '/welcome', text: 'Only 3D for now', isOnPhone: true },
  { name: 'settings-index', path: '/settings', text: 'Your data', isOnPhone: true },
  { name: 'viewer', path: '/view', text: 'Look at a model', isOnPhone: true },
  { name: 'not-found', path: '/nowhere', text: 'Page not found' },
  { name: 'api-reference', path: '/docs/api', text: 'OpenAPI' },
  {
    name: 'connect',
    path: '/settings/models?connect',
    text: 'One key, many models',
    isOnPhone: true,
  },
  {
    name: 'connect-form',
    path: '/settings/models?connect=openai-compatible',
    text: 'More options',
  },
  {
    name: 'palette',
    path: '/settings/memory',
    text: 'Use memory in chats',
    open: async (page) => {
      await page.keyboard.press('ControlOrMeta+K')
      await page.getByRole('combobox', { name: 'Commands' }).fill('engines')
      await page.getByRole('option', { name: /^Engines/ }).waitFor()
    },
  },
]

/** Contents that differ between servers and days, such as ports and versions. */
const changing = (page: Page) => [
  page.getByText(/^Bozzetto \d/),
  page.getByText(/^Version /),
  page.locator('[readonly]'),
  page.getByRole('list', { name: 'Signed-in browsers' }),
  page.locator('pre'),
  page.locator('code'),
]

/** Leaves out the sessions of other tests on the same server. */
const keepOwnSession = (page: Page): Promise<unknown> =>
  page.route('**/api/sessions', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { sessions: { isOwn: boolean }[] }
    const sessions = list.sessions.filter(({ isOwn }) => isOwn)
    await route.fulfill({ response, json: { ...list, sessions } })
  })

async function show(page: Page, { path, text, open }: Screen): Promise<void> {
  await recordShifts(page)
  await page.goto(path)
  await page.getByText(text).first().waitFor()
  await open?.(page)
}

for (const { look, colorScheme, width, height } of [
  { look: 'light', colorScheme: 'light', width: 1280, height: 800 },
  { look: 'phone-dark', colorScheme: 'dark', width: 390, height: 844 },
] as const) {
  test.describe(look, () => {
    test.use({ viewport: { width, height }, colorScheme })

    // One test for all screens, because each test opens a browser context. A difference is reported
    // with its screen, and the others are still checked.
    test('the screens look as designed, do not shift and have no violation', async ({ page }) => {
      await keepOwnSession(page)
      for (const screen of screens.filter(({ isOnPhone }) => width > 400 || isOnPhone)) {
        await test.step(screen.name, async () => {
          await show(page, screen)
          await expectNoShift(page)
          await noViolations(page)
          await expect.soft(page).toHaveScreenshot(`${screen.name}.${look}.png`, {
            mask: changing(page),
          })
        })
      }
    })
  })
}

test.describe('signed out', () => {
  test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })

  test('the sign-in page looks as designed', async ({ page, context }) => {
    await context.clearCookies()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Open Bozzetto with its link' }).waitFor()
    await noViolations(page)
    await expect(page).toHaveScreenshot('sign-in.light.png', { mask: [page.locator('img')] })
  })
})
