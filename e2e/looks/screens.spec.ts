import type { Page } from '@playwright/test'
import { newId } from '#lib/id.ts'
import { noViolations } from '../support/axe.ts'
import { importPyramid } from '../pages/library.ts'
import { expect, ownServer, test as base } from '../support/fixtures.ts'
import { expectNoShift, forgetShifts, recordShifts } from '../support/layout-shift.ts'
import { makeModel } from '../support/make-model.ts'
import { plainPicture } from '../support/pictures.ts'

const test = base.extend({ server: ownServer('looks') })

// Several workers share the tests of this file, because it takes the longest.
test.describe.configure({ mode: 'parallel' })

type Screen = {
  name: string
  path: string
  text: string | RegExp
  isOnPhone?: boolean
  /** True if the content differs between servers, so that there is no reference picture. */
  isChanging?: boolean
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
    // Hides the command, because the length of its port decides whether the command wraps.
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

/** First screens of a new server. They have a separate test, because each test has a time limit. */
const firstScreens: readonly Screen[] = [
  {
    name: 'studio',
    path: '/',
    text: 'Teddy bear',
  },
  {
    name: 'chat',
    path: '/chat',
    text: 'Picture → 3D',
    open: (page) =>
      page.getByRole('heading', { name: /^Good / }).evaluate((greeting) => {
        greeting.textContent = 'Good day'
      }),
  },
  { name: 'library', path: '/library', text: 'No models yet' },
]

const places: readonly Screen[] = [
  settings('status', /^Errors since/, { isChanging: true }),
  settings('server', /^Python in chats runs in the browser/, { isChanging: true }),
  settings('security', /^Sign-ins, API keys, share links/, { isChanging: true }),
]

const focusedMax = 12

/**
 * Runs in the page. Returns the controls and headings that extend beyond the window's left or right
 * edge, and the size of a page that is larger than the window.
 */
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
  const { scrollWidth, scrollHeight } = document.documentElement
  if (scrollHeight > innerHeight) names.push(`the page is ${scrollHeight} px high`)
  return scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`, ...names] : names
}

/**
 * Runs in the page. Returns the focused element if neither the element nor an ancestor has an
 * outline.
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
 * Runs in the page. Returns filled elements with invisible text, because the background has the
 * text's colour.
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

/**
 * Runs in the page. Returns the visible controls that do not react to a press `sizePx / 2` left,
 * right, above or below their centre. Links within a sentence are as high as its lines.
 */
function findSmallTargets(sizePx: number): string[] {
  const controls =
    'button, a[href], select, [role=switch], [role=radio], [role=tab], [role=checkbox]'
  const reach = sizePx / 2 - 0.5
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((element) => {
      if (element.matches('p a, li a, span a, .sr-only') || element.closest('[inert]')) return false
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hit = (dx: number, dy: number) => {
        const found = document.elementFromPoint(x + dx, y + dy)
        const label = found?.closest('label')
        return found !== null && (element.contains(found) || label?.contains(element) === true)
      }
      // An element that another one covers cannot be pressed at all.
      if (width <= 1 || !element.checkVisibility() || !hit(0, 0)) return false
      return !(hit(-reach, 0) && hit(reach, 0) && hit(0, -reach) && hit(0, reach))
    })
    .map((element) => element.outerHTML.slice(0, 200))
}

const changing = (page: Page) => [
  page.getByText(/^Bozzetto \d/),
  page.getByText(/^Version /),
  page.locator('[readonly]'),
  page.getByRole('list', { name: 'Signed-in browsers' }),
  page.locator('pre'),
  page.locator('code'),
]

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

/** Groups of screens. Each has a separate test, because each test has a time limit. */
const groups = [
  ['settings', screens.filter(({ path }) => path.startsWith('/settings/'))],
  ['other screens', screens.filter(({ path }) => !path.startsWith('/settings/'))],
  ['first screens', [...firstScreens, ...places]],
] as const

async function checkPicture(page: Page, screen: Screen, look: string): Promise<void> {
  await expectNoShift(page)
  await noViolations(page)
  await expect.soft(page).toHaveScreenshot(`${screen.name}.${look}.png`, { mask: changing(page) })
}

const checkTargets = async (page: Page, { name }: Screen, sizePx: number): Promise<void> =>
  expect.soft(await page.evaluate(findSmallTargets, sizePx), name).toEqual([])

async function checkForcedColours(page: Page, { name }: Screen): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  expect.soft(await page.evaluate(findCoveredText), name).toEqual([])
  for (let at = 0; at < focusedMax; at++) {
    await page.keyboard.press('Tab')
    expect.soft(await page.evaluate(findUnmarkedFocus), name).toBeNull()
  }
  await page.emulateMedia({ forcedColors: 'none' })
}

test.describe('light', () => {
  test.use({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })

  // One test covers many screens, because each test opens a browser context, and makes all checks of
  // a screen before it opens the next one. A failure is reported with its screen, and the other
  // screens are still checked.
  for (const [title, all] of groups) {
    test(`the ${title} look as designed, do not shift, have no accessibility violation, controls of 24 pixels, outlines of the focus and readable text in forced colours`, async ({
      page,
    }) => {
      for (const screen of all) {
        await test.step(screen.name, async () => {
          const hasSessions = screen.name === 'settings-account'
          if (hasSessions) await keepOwnSession(page)
          await show(page, screen)
          if (!screen.isChanging) await checkPicture(page, screen, 'light')
          if (hasSessions) {
            await page.unrouteAll()
            await show(page, screen)
          }
          await checkTargets(page, screen, 24)
          await checkForcedColours(page, screen)
        })
      }
    })
  }
})

test.describe('phone-dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })

  test('the settings look as designed, do not shift and have no accessibility violation', async ({
    page,
  }) => {
    await keepOwnSession(page)
    for (const screen of screens.filter(({ isOnPhone }) => isOnPhone)) {
      await test.step(screen.name, async () => {
        await show(page, screen)
        await checkPicture(page, screen, 'phone-dark')
      })
    }
  })
})

/** These screens use a separate server, because the screens above show an empty library. */
const usedTest = base.extend({ server: ownServer('looks-used') })

async function importModel(page: Page): Promise<string> {
  await page.goto('/library')
  await importPyramid(page, 'Pyramid.ply')
  await page.getByRole('complementary', { name: 'Details of Pyramid' }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Panels of the toolbar, each with a text of its last loaded part. */
const toolPanels = [
  ['Print preparation', /% infill/],
  ['Info and checks', 'In one piece'],
  ['Materials', 'UV layout'],
  ['Lighting and view', 'Auto-rotate'],
  ['Export', 'See it in your room'],
] as const

/** Opens a tool of the model. Narrow screens have most tools in a menu instead of buttons. */
async function openTool(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  if (await button.isVisible()) {
    await button.click()
    return
  }
  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

for (const [width, height] of [
  [1280, 800],
  [768, 1024],
  [390, 844],
] as const) {
  usedTest.describe(`used, ${width} px`, () => {
    usedTest.use({ viewport: { width, height } })

    usedTest('the screens of a model and a connection do not shift', async ({ page, upstream }) => {
      const id = await importModel(page)
      const other = await importModel(page)
      await makeModel(page.request, { name: 'disc.png', picture: await plainPicture() })
      const used: readonly Screen[] = [
        { name: 'details', path: `/library/${id}`, text: 'Tags and folder' },
        { name: 'share', path: `/library/${id}?share`, text: 'This model is not shared.' },
        { name: 'studio', path: '/', text: 'Teddy bear' },
        {
          name: 'model',
          path: `/asset/${id}`,
          text: 'Pyramid',
          open: () => page.locator('[data-state=ready]').waitFor(),
        },
        { name: 'compare', path: `/compare?assets=${id},${other}`, text: /^6 triangles/ },
      ]
      const made = await page.request.post('/api/connections', {
        data: { kind: 'openai-compatible', address: upstream.url, name: `Writers ${width}` },
      })
      const { id: connection } = (await made.json()) as { id: string }
      const connectionPath = `/settings/models?connection=${connection}`
      const assistant = newId()
      const put = await page.request.put(`/api/assistants/${assistant}`, {
        data: {
          name: 'Potter',
          description: '',
          settings: {},
          starters: ['Why did my glaze crawl?'],
        },
      })
      expect(put.ok()).toBe(true)
      for (const screen of [
        ...used,
        { name: 'connection', path: connectionPath, text: 'writer' },
        { name: 'assistant', path: `/chat/assistants/${assistant}`, text: 'First questions' },
        ...places,
      ]) {
        await usedTest.step(screen.name, async () => {
          await show(page, screen)
          await expectNoShift(page)
        })
      }
    })

    usedTest('the ways to share a model do not shift after they open', async ({ page }) => {
      const id = await importModel(page)
      await recordShifts(page)
      await page.goto(`/library/${id}?share`)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Create link' }).click()
      for (const name of ['Link', 'Embed', 'Phone']) {
        await usedTest.step(name, async () => {
          await dialog.getByRole('tab', { name }).click()
          await expect(dialog.getByRole('tab', { name, selected: true })).toBeVisible()
          await forgetShifts(page)
          await dialog.locator(name === 'Phone' ? 'figure' : '[data-state=ready]').waitFor()
          await expectNoShift(page)
        })
      }
    })

    usedTest('the panels of a model do not shift after they open', async ({ page }) => {
      const id = await importModel(page)
      await recordShifts(page)
      await page.goto(`/asset/${id}`)
      await page.locator('[data-state=ready]').waitFor()
      for (const [name, text] of toolPanels) {
        await usedTest.step(name, async () => {
          await openTool(page, name)
          const panel = page.getByRole('region', { name, exact: true })
          await panel.getByRole('heading', { name, exact: true }).waitFor()
          await forgetShifts(page)
          await panel.getByText(text).first().waitFor()
          await expectNoShift(page)
          await panel.getByRole('button', { name: 'Close', exact: true }).click()
        })
      }
    })
  })
}

test.describe('touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('controls can be pressed on 44 pixels', async ({ page }) => {
    for (const screen of [...screens, ...firstScreens, ...places]) {
      await test.step(screen.name, async () => {
        await show(page, screen)
        await checkTargets(page, screen, 44)
      })
    }
  })
})

test.describe('zoomed', () => {
  // The size of a window of 1280 by 800 pixels at a zoom of 200 %.
  test.use({ viewport: { width: 640, height: 400 } })

  test('nothing is larger than the window at 200 %', async ({ page }) => {
    for (const screen of [...screens, ...firstScreens, ...places]) {
      await test.step(screen.name, async () => {
        await show(page, screen)
        expect.soft(await page.evaluate(findWide), screen.name).toEqual([])
      })
    }
  })
})

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
