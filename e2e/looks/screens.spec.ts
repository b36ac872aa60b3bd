import type { Page } from '@playwright/test'
import { noViolations } from '../support/axe.ts'
import { expect, ownServer, test as base } from '../support/fixtures.ts'
import { expectNoShift, recordShifts } from '../support/layout-shift.ts'

const test = base.extend({ server: ownServer('looks') })

type Screen = {
  name: string
  path: string
  /** Text that is visible when the screen is complete. */
  text: string | RegExp
  isOnPhone?: boolean
  open?: (page: Page) => Promise<void>
}

const settings = (page: string, text: string | RegExp, more: Partial<Screen> = {}): Screen => ({
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
    // The command contains the port, and the length of the port decides whether the line wraps. The
    // port is replaced.
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

/** Screens without a reference picture, because they show models or lists of a used server. */
const places: readonly Screen[] = [
  { name: 'studio', path: '/', text: 'Turn a picture into a 3D model' },
  { name: 'chat', path: '/chat', text: 'What would you like to know?' },
  { name: 'library', path: '/library', text: 'No models yet' },
  settings('status', /^Errors since/),
]

/** Number of elements that the test focuses on each screen. */
const focusedMax = 12

/** Runs in the page. Returns the controls and headings that are partly outside of the window. */
function findWide(): string[] {
  const isScrolled = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScrolled(element.parentElement))
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has only this function.
  const isHidden = (element: Element) =>
    getComputedStyle(element).clipPath !== 'none' || element.closest('.sr-only') !== null
  const wide = [...document.querySelectorAll('button, a, input, select, textarea, h1, h2')].filter(
    (element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const isOutside = width > 0 && (left < -1 || right > innerWidth + 1)
      return isOutside && !isHidden(element) && !isScrolled(element.parentElement)
    },
  )
  const names = wide.map((element) => element.outerHTML.slice(0, 120))
  const { scrollWidth } = document.documentElement
  return scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`, ...names] : names
}

/**
 * Runs in the page. Returns the focused element if neither the element nor a parent has an outline.
 */
function findUnmarkedFocus(): string | null {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return null
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has only this function.
  const hasOutline = (element: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
  }
  let element: Element | null = activeElement
  for (let level = 0; element && level < 5; level++) {
    if (hasOutline(element) || hasOutline(element, '::after')) return null
    element = element.parentElement
  }
  return activeElement.outerHTML.slice(0, 160)
}

/**
 * Runs in the page. With forced colours, browsers can paint the page's colour behind the text of a
 * filled element. Returns the elements whose text would then be unreadable.
 */
function findCoveredText(): string[] {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.cssText = 'background: Highlight; forced-color-adjust: none'
  const filled = getComputedStyle(probe).backgroundColor
  probe.remove()
  return [...document.querySelectorAll('*')]
    .filter((element) => {
      const { backgroundColor, forcedColorAdjust } = getComputedStyle(element)
      const isAdjusted = forcedColorAdjust !== 'none'
      return backgroundColor === filled && isAdjusted && element.textContent.trim() !== ''
    })
    .map((element) => element.outerHTML.slice(0, 160))
}

/** Texts that differ between servers and days, such as ports and versions. */
const changing = (page: Page) => [
  page.getByText(/^Bozzetto \d/),
  page.getByText(/^Version /),
  page.locator('[readonly]'),
  page.getByRole('list', { name: 'Signed-in browsers' }),
  page.locator('pre'),
  page.locator('code'),
]

/** Hides the sessions that other tests have opened on the same server. */
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

    // A single test for all screens, because each test opens a browser context. A difference is
    // reported with its screen, and the other screens are still checked.
    test('all screens equal their reference pictures, do not shift and have no accessibility violation', async ({
      page,
    }) => {
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

test.describe('pages at 200 % zoom', () => {
  // 1280 by 800 pixels at 200 %.
  test.use({ viewport: { width: 640, height: 400 } })

  test('have nothing that is wider than the window', async ({ page }) => {
    for (const screen of [...screens, ...places]) {
      await test.step(screen.name, async () => {
        await show(page, screen)
        expect.soft(await page.evaluate(findWide), screen.name).toEqual([])
      })
    }
  })
})

test.describe('pages with forced colours', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('show an outline around the focused element, and readable text in filled controls', async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    for (const screen of [...screens, ...places]) {
      await test.step(screen.name, async () => {
        await show(page, screen)
        expect.soft(await page.evaluate(findCoveredText), screen.name).toEqual([])
        for (let at = 0; at < focusedMax; at++) {
          await page.keyboard.press('Tab')
          expect.soft(await page.evaluate(findUnmarkedFocus), screen.name).toBeNull()
        }
      })
    }
  })
})

test.describe('the sign-in page', () => {
  test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })

  test('equals its reference picture', async ({ page, context }) => {
    await context.clearCookies()
    await page.goto('/')
    await page.getByRole('heading', { name: 'Open Bozzetto with its link' }).waitFor()
    await noViolations(page)
    await expect(page).toHaveScreenshot('sign-in.light.png', { mask: [page.locator('img')] })
  })
})
