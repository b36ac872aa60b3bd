import { countPreviewPackets, removeAllowlist } from '#bench/attacks/preview-packets.ts'
import { signInByLink } from '#bench/sign-in.ts'
import type { Browser, Page } from '@playwright/test'
import { expect, test as base } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

const answer =
  'Here:\n\n```html\n<p id="said">Still</p>\n<script>said.textContent = "Running"</script>\n```\n'

const test = base.extend<{ attackPage: () => Promise<Page> }>({
  /** Opens pages in a separate browser, which is restarted if an attack has ended it. */
  attackPage: async ({ playwright, launchOptions, server }, use) => {
    let browser: Browser | undefined
    await use(async () => {
      if (!browser?.isConnected()) browser = await playwright.chromium.launch(launchOptions)
      const context = await browser.newContext({ baseURL: server.url })
      const cookie = await signInByLink(server.link)
      if (cookie) await context.addCookies([cookie])
      const page = await context.newPage()
      await page.goto('/chat')
      return page
    })
    await browser?.close()
  },
})

/**
 * Attacks that must send a packet if the preview is unprotected. They prove that the test detects
 * packets over UDP and TCP. Navigations are not among them: the policy of the surrounding page
 * refuses them, and only some machines have opened a connection by then.
 */
const controls = ['direct', 'frame in the markup', 'requests']

test.describe('the preview', () => {
  test.use({ isFaulty: true })

  test('sends no packet in any attack that works without protection', async ({
    attackPage: openPage,
  }) => {
    test.slow()
    const open = await countPreviewPackets({ openPage, kind: 'open', expected: controls })
    expect(Object.keys(open.arrived)).toEqual(controls)
    expect((await countPreviewPackets({ openPage, kind: 'running' })).arrived).toEqual({})
    expect((await countPreviewPackets({ openPage, kind: 'still' })).arrived).toEqual({})
  })

  test('sends only a refused navigation if scripts run without a Connection-Allowlist', async ({
    attackPage: openPage,
  }) => {
    test.slow()
    const { arrived } = await countPreviewPackets({ openPage, kind: 'allowed' })
    // The packet of the refused navigation may arrive too late on a busy machine, so an empty
    // result is accepted too.
    expect(['navigation by a script']).toEqual(expect.arrayContaining(Object.keys(arrived)))
  })

  test('runs scripts only after confirmation if the browser cannot confine them', async ({
    page,
    upstream,
  }) => {
    upstream.wordDelayMs = 0
    upstream.text = answer
    await removeAllowlist(page)
    const chat = new ChatPage(page)
    await chat.open()
    await chat.askAndWait('Write a page')
    await chat.answers.getByRole('button', { name: 'Preview' }).click()
    const panel = page.getByRole('complementary', { name: 'Preview' })
    const said = panel.frameLocator('iframe').locator('#said')
    await expect(panel.getByRole('note')).toContainText('Scripts are off.')
    await expect(said).toHaveText('Still')
    await panel.getByRole('button', { name: 'Run scripts' }).click()
    await expect(said).toHaveText('Running')
    await expect(panel.getByRole('note')).toHaveCount(0)
  })
})
