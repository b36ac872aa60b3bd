import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

test('the Tab key stays inside the model picker, and Escape returns to its button', async ({
  page,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  const opener = page.getByRole('button', { name: /^Model:/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('combobox', { name: 'Model' })
  await expect(field).toBeFocused()
  const dialog = page.getByRole('dialog', { name: 'Model' })
  const close = dialog.getByRole('button', { name: 'Close' })
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.press('Shift+Tab')
    await expect(close).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
    await page.keyboard.press(key)
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await field.focus()
  }
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('the focus on the messages of a chat is visible', async ({ page, chat }) => {
  await chat.askAndWait('Hello')
  const messages = page.getByRole('log', { name: 'Messages' })
  await page.getByRole('button', { name: 'More', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(messages).toBeFocused()
  await expect(messages).toHaveCSS('outline-style', 'solid')
})

/** Presses Tab until the focused control matches. Fails after a round through the page. */
async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await control.evaluateAll((all) => all.some((one) => one === document.activeElement)))
      return
    await page.keyboard.press(key)
  }
  throw new Error(`The Tab key does not reach ${String(control)}.`)
}

test('after each action with the keyboard, the focus is where the next one is expected', async ({
  page,
  chat,
  upstream,
}) => {
  const { box } = chat
  await tabTo(page, page.getByRole('button', { name: /^Explain how a picture/ }))
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await chat.done()

  upstream.holdAfterWords = 1
  for (const question of ['Long', 'One', 'Two', 'Three']) {
    await page.keyboard.type(question)
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('')
  }
  const rows = page.getByRole('region', { name: 'Waiting messages' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const inRow = (at: number, name: string) => rows.nth(at).getByRole('button', { name })
  await tabTo(page, inRow(1, 'Edit'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' more')
  await page.keyboard.press('Enter')
  await expect(inRow(1, 'Edit')).toBeFocused()
  await tabTo(page, inRow(1, 'Delete'))
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(inRow(1, 'Edit')).toBeFocused()
  for (const left of [1, 0]) {
    await tabTo(page, inRow(0, 'Delete'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(left)
  }
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  upstream.release()
  await chat.done()
  await expect(box).toBeFocused()

  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit question' }).last()).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Regenerate', exact: true }).last())
  await page.keyboard.press('Enter')
  await chat.done()
  await expect(page.getByRole('log', { name: 'Messages' }).locator(':focus')).toBeVisible()
})

test('a key that opens a menu for the first time focuses its first item', async ({ chat }) => {
  const { page } = chat
  const more = page.getByRole('button', { name: 'More', exact: true })
  await tabTo(page, more, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
})

test('dialogs opened from the menu of a chat return the focus, and merging keeps it', async ({
  page,
  chat,
}) => {
  const more = page.getByRole('button', { name: 'More', exact: true })
  const choose = async (item: RegExp) => {
    await more.press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  await choose(/^Compare/)
  const dialog = page.getByRole('dialog', { name: 'Compare models' })
  await dialog.getByRole('checkbox', { name: /editor/ }).press('Space')
  await dialog.getByRole('button', { name: 'Compare', exact: true }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(more).toBeFocused()

  await chat.ask('Which clay?')
  await expect(chat.answers).toHaveCount(2)
  await chat.done()
  const mergeBar = page.getByRole('region', { name: 'Merge', exact: true })
  const merge = mergeBar.getByRole('button', { name: 'Merge', exact: true })
  await expect(merge).toBeEnabled()
  await merge.press('Enter')
  const answers = page.getByRole('region', { name: 'Answers', exact: true })
  await expect(answers).toBeFocused()
  await expect(chat.answers).toHaveCount(3)
  await chat.done()
  await expect(answers).toBeFocused()

  await choose(/^Share/)
  const share = page.getByRole('dialog', { name: 'Share this chat' })
  await expect(share.getByRole('switch', { name: /^Share files/ })).toBeFocused()
  await share.getByRole('button', { name: 'Create link' }).press('Enter')
  await expect(share.getByRole('textbox', { name: 'Link' })).toBeFocused()
  await share.getByRole('button', { name: 'Revoke link' }).press('Enter')
  await expect(share.getByRole('switch', { name: /^Share files/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()

  await choose(/^Ask this regularly/)
  const form = page.getByRole('dialog', { name: 'Add a scheduled question' })
  await expect(form.getByLabel('Name')).toBeFocused()
  // A hidden button cannot be focused. The page behind the form is hidden until it is loaded.
  await expect(page.getByText('Add a question')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add a question' })).toBeFocused()
})

const controlRoles = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'menuitem',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
])

test('every control of a chat has a name, and the end of an answer is announced once', async ({
  page,
  chat,
  upstream,
}) => {
  upstream.text = 'Here:\n\n```html\n<h1>Kiln</h1>\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
  await chat.askAndWait('Write a page')
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const live = 'output, [role=status], [role=alert], [aria-live]:not([aria-live=off])'
    new MutationObserver((changes) => {
      const regions = changes.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(live),
      )
      for (const region of new Set(regions)) if (region?.textContent) said.push(region.textContent)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  await chat.askAndWait('And again')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said))
    .toEqual(['Answering', expect.stringMatching(/^Done, \d+ words$/)])

  await page.getByRole('button', { name: 'Preview' }).last().click()
  await page.getByRole('complementary', { name: 'Preview' }).waitFor()
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const controls = nodes.filter(
    ({ ignored, role }) => !ignored && controlRoles.has(String(role?.value)),
  )
  expect(controls.length).toBeGreaterThan(20)
  const nameless = controls.filter(({ name }) => String(name?.value ?? '').trim() === '')
  expect(
    nameless.map(({ role, backendDOMNodeId }) => `${role?.value} ${backendDOMNodeId}`),
  ).toEqual([])
})
