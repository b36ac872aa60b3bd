import { countPreviewPackets, removeAllowlist } from '#testing/preview-packets.ts'
import { signInByLink } from '#testing/sign-in.ts'
import type { Browser, Page } from '@playwright/test'
import { expect, test as base } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

const answer =
  'Here:\n\n```html\n<p id="said">Still</p>\n<script>said.textContent = "Running"</script>\n```\n'

const test = base.extend<{ attackPage: () => Promise<Page> }>({
  /**
   * Opens pages in a separate browser, because an attack may end the browser. The fixture then
   * starts another browser.
   */
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
 * Attacks that send a packet from an unprotected preview, to prove that the test detects packets
 * over UDP and TCP. Attacks by navigation are excluded, because they open a connection only on some
 * machines.
 */
const controls = ['direct', 'frame in the markup', 'requests']

test.describe('the preview of a page that a model has written', () => {
  test.use({ isFaulty: true })

  test('sends no packet in any attack that sends packets without protection', async ({
    attackPage: openPage,
  }) => {
    test.slow()
    const open = await countPreviewPackets({ openPage, kind: 'open', expected: controls })
    expect(Object.keys(open.arrived)).toEqual(controls)
    expect((await countPreviewPackets({ openPage, kind: 'running' })).arrived).toEqual({})
    expect((await countPreviewPackets({ openPage, kind: 'still' })).arrived).toEqual({})
  })

  test('sends no packet except for a refused navigation if the browser lacks Connection-Allowlist', async ({
    attackPage: openPage,
  }) => {
    test.slow()
    const { arrived } = await countPreviewPackets({ openPage, kind: 'allowed' })
    // On a busy machine, the packet of the refused navigation may arrive too late, so accept an
    // empty result as well.
    expect(['navigation by a script']).toEqual(expect.arrayContaining(Object.keys(arrived)))
  })

  test('runs scripts only after a confirmation if the browser lacks Connection-Allowlist', async ({
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
