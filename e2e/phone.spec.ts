import type { CDPSession, Worker } from '@playwright/test'
import { expect, ownChatServer, test as base } from './support/fixtures.ts'

const test = base.extend({ server: ownChatServer('phone') })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const insets = { top: 47, bottom: 34 }

/** Returns the names of controls that are drawn below the home indicator or the camera of a phone. */
function listCovered({ top, bottom }: typeof insets): string[] {
  const found = new Set<string>()
  for (const y of [top / 2, innerHeight - bottom / 2]) {
    for (let x = 5; x < innerWidth; x += 10) {
      const control = document
        .elementFromPoint(x, y)
        ?.closest('a, button, input, textarea, select, [role="switch"]')
      // The backdrop of a panel closes it, and covers the whole screen.
      if (!control || control.clientHeight === innerHeight) continue
      found.add(control.getAttribute('aria-label') ?? control.textContent.trim())
    }
  }
  return [...found]
}

test('no control is below the camera or the home indicator of a phone', async ({
  page,
  context,
}) => {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
  const expectClear = async () => expect(await page.evaluate(listCovered, insets)).toEqual([])
  for (const [address, control] of [
    ['/chat', page.getByLabel('Message')],
    ['/', page.getByLabel('Settings')],
    ['/library', page.getByRole('button', { name: 'Open the studio' })],
    ['/view', undefined],
    ['/settings/account', undefined],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    if (control) await expect(control.first()).toBeVisible()
    await expectClear()
  }
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Chats' }).click()
  await expect(page.getByRole('dialog', { name: 'Conversations' })).toBeVisible()
  await expectClear()
})

test('the actions of an answer fit on one line, and a menu contains the rarer ones', async ({
  page,
  chat,
}) => {
  await chat.askAndWait('Which clay?')
  const actions = chat.answers.last().locator('footer').getByRole('button')
  await expect(actions).toHaveCount(7)
  const tops = await actions.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await page.getByRole('button', { name: 'More for this answer' }).tap()
  await page.getByRole('menuitem', { name: 'Edit answer' }).tap()
  await page.getByRole('textbox', { name: 'Answer' }).press('Escape')
  await expect(page.getByRole('button', { name: 'More for this answer' })).toBeFocused()

  await page.getByRole('button', { name: 'More for this answer' }).tap()
  await page.getByRole('menuitem', { name: 'Regenerate with another model' }).tap()
  await page.getByRole('option', { name: 'editor' }).tap()
  await expect(chat.answers.last()).toHaveAccessibleName('Answer from editor')
})

test('merging answers shows the merged answer and its tab', async ({ page, chat }) => {
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('menuitem', { name: /^Compare/ }).tap()
  await page.getByRole('checkbox', { name: /editor/ }).check()
  await page.getByRole('button', { name: 'Compare', exact: true }).tap()
  await chat.ask('Which clay?')
  await expect(chat.answers).toHaveCount(2)
  await chat.done()
  await expect(chat.answers.first()).toBeInViewport()
  await page.getByRole('button', { name: 'Merge', exact: true }).tap()
  await expect(chat.answers).toHaveCount(3)
  await chat.done()
  await expect(chat.answers.last()).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('radio', { name: 'Merged' })).toBeChecked()
  await page.getByText('writer', { exact: true }).first().tap()
  await expect(chat.answers.first()).toBeInViewport({ ratio: 0.9 })
})

type Registration = { registrationId: string; scopeURL: string; isDeleted: boolean }

/** Delivers a push message to the service worker, as the push service of the browser does. */
async function deliverPush(session: CDPSession, origin: string, data: unknown): Promise<void> {
  const found = new Promise<Registration>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(
        ({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted,
      )
      if (own) resolve(own)
    })
  })
  await session.send('ServiceWorker.enable')
  const { registrationId } = await found
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(data),
  })
}

type Notice = { title: string; tag: string | undefined }

type WorkerScope = {
  registration: ServiceWorkerRegistration
  clients: { matchAll: (options: { type: 'window' }) => Promise<readonly unknown[]> }
  notices: Notice[]
}

/** Records the notices of a service worker, because the headless shell of Chromium refuses them. */
const recordNotices = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.notices = []
    scope.registration.showNotification = (title, { tag } = {}) => {
      scope.notices.push({ title, tag })
      return Promise.resolve()
    }
  })

const listNotices = (worker: Worker): Promise<Notice[]> =>
  worker.evaluate(() => (globalThis as unknown as WorkerScope).notices)

/** Returns how many pages a service worker knows. It withholds notices from them. */
const countPages = (worker: Worker): Promise<number> =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as WorkerScope
    return (await clients.matchAll({ type: 'window' })).length
  })

test.describe('with notices', () => {
  // Chromium logs an error, because private windows have no push service.
  test.use({ isFaulty: true })

  test('a notice of the server appears in the reader’s language while no page is open', async ({
    page,
    context,
    server,
  }) => {
    await context.grantPermissions(['notifications'])
    await page.goto('/settings/account')
    await page.evaluate(() => localStorage.setItem('bozzetto.language', 'de'))
    await page.reload()
    await page.getByRole('switch', { name: /^Mitteilen/ }).click()
    await expect
      .poll(() =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
      )
      .toBe('activated')

    await page.goto('about:blank')
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('The service worker has ended.')
    await expect.poll(() => countPages(worker)).toBe(0)
    await recordNotices(worker)
    const session = await context.newCDPSession(page)
    const id = 'abcdefghijklmnopqrst'
    await deliverPush(session, server.url, { kind: 'answer', id })
    await expect
      .poll(() => listNotices(worker))
      .toEqual([{ title: 'Die Antwort ist fertig.', tag: `answer-${id}` }])
  })
})

const triangle = `ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
element face 1
property list uchar int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
3 0 1 2
`

test('a model file that the system opens with the installed app is shown', async ({ page }) => {
  await page.addInitScript((text) => {
    const file = { getFile: async () => new File([text], 'triangle.ply') }
    // Chromium fills its own queue only for an installed app.
    const setConsumer = (consume: (params: { files: (typeof file)[] }) => void) =>
      consume({ files: [file] })
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
  }, triangle)
  await page.goto('/view')
  await expect(page.getByRole('img', { name: /1 triangle/ })).toBeVisible()
})
