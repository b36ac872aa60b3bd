import { countPreviewPackets, removeAllowlist } from '#bench/attacks/preview-packets.ts'
import { expect, test } from '../support/fixtures.ts'
import { Chat } from '../pages/chat.ts'

const answer =
  'Here:\n\n```html\n<p id="said">Still</p>\n<script>said.textContent = "Running"</script>\n```\n'

test.describe('the preview', () => {
  test.use({ isFaulty: true })

  test('sends no packet in any attack that works without protection', async ({ page }) => {
    test.slow()
    await new Chat(page).open()
    const { arrived: without } = await countPreviewPackets(page, 'open')
    expect(Object.keys(without)).toEqual(
      expect.arrayContaining(['direct', 'frame in the markup', 'navigation by a script']),
    )
    expect((await countPreviewPackets(page, 'running')).arrived).toEqual({})
    expect((await countPreviewPackets(page, 'still')).arrived).toEqual({})
  })

  test('lets out only a refused navigation where scripts were allowed without Connection-Allowlist', async ({
    page,
  }) => {
    test.slow()
    await new Chat(page).open()
    const { arrived } = await countPreviewPackets(page, 'allowed')
    // On a busy machine it may not arrive in time.
    expect(['navigation by a script']).toEqual(expect.arrayContaining(Object.keys(arrived)))
  })

  test('scripts wait for the person where the browser cannot confine them', async ({
    page,
    upstream,
  }) => {
    upstream.wordDelayMs = 0
    upstream.text = answer
    await removeAllowlist(page)
    const chat = new Chat(page)
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
