import type { Page } from '@playwright/test'
import { newId } from '#lib/id.ts'
import { expect, ownServer, test as base } from '../support/fixtures.ts'
import { noViolations } from '../support/axe.ts'

const test = base.extend({ server: ownServer('selection') })

async function addChats(page: Page, titles: readonly string[]): Promise<void> {
  const conversations = titles.map((title, at) => {
    const time = new Date(Date.UTC(2026, 0, 10 - at)).toISOString()
    const id = newId()
    return {
      conversation: { id, title, createdAt: time, updatedAt: time },
      messages: [{ id: newId(), conversationId: id, role: 'user', text: title, createdAt: time }],
    }
  })
  const response = await page.request.post('/api/import', {
    headers: { origin: new URL(page.url()).origin },
    data: {
      format: 'bozzetto-chat',
      version: 1,
      exportedAt: new Date().toISOString(),
      conversations,
    },
  })
  expect(await response.json()).toMatchObject({ conversations: titles.length, problems: [] })
}

test('several chats are selected with mouse and keyboard, tagged, filtered, archived and deleted with undo', async ({
  page,
}) => {
  await page.goto('/chat')
  await addChats(page, ['Amphora', 'Bowl', 'Cup', 'Dish'])
  await page.reload()
  const list = page.getByRole('navigation', { name: 'Conversations' })
  const row = (title: string) => list.getByRole('link', { name: title })
  const bar = page.getByRole('region', { name: 'Selected chats' })
  const undo = (title: string) =>
    page
      .getByRole('status')
      .filter({ hasText: title })
      .getByRole('button', { name: 'Undo' })
      .click()
  await expect(row('Dish')).toBeVisible()

  await row('Amphora').click({ modifiers: ['ControlOrMeta'] })
  await expect(bar).toContainText('1 selected')
  await row('Cup').click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('3 selected')
  await expect(list.getByRole('link', { name: /Bowl.*selected/ })).toBeVisible()
  await noViolations(page)

  await bar.getByRole('button', { name: 'Tags' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags' })
  await dialog.getByRole('textbox', { name: 'New tag' }).fill('pottery')
  await noViolations(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row('Amphora')).toContainText('pottery')
  await row('Amphora').press('Escape')
  await expect(bar).toBeHidden()

  await page.getByRole('radio', { name: 'pottery' }).check({ force: true })
  await expect(row('Dish')).toBeHidden()
  await expect(row('Cup')).toBeVisible()
  await noViolations(page)
  await page.getByRole('radio', { name: 'All' }).check({ force: true })

  await row('Bowl').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar).toContainText('2 selected')
  await bar.getByRole('button', { name: 'Archive' }).click()
  await expect(row('Bowl')).toBeHidden()
  await expect(row('Cup')).toBeHidden()
  await undo('2 chats archived.')
  await expect(row('Bowl')).toBeVisible()

  await expect(row('Cup')).toBeVisible()
  await row('Bowl').press('ControlOrMeta+A')
  await expect(bar).toContainText('4 selected')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(list.getByText('No chats yet.')).toBeVisible()
  await undo('4 chats moved to the trash.')
  await expect(row('Dish')).toBeVisible()
  await expect(row('Amphora')).toContainText('pottery')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a long press selects a chat, and later taps select more', async ({ page }) => {
    await page.goto('/chat')
    await addChats(page, ['Ewer', 'Flask'])
    await page.reload()
    await page.getByRole('button', { name: 'Chats', exact: true }).click()
    const row = (title: string) => page.getByRole('link', { name: title }).filter({ visible: true })
    // Waits until the panel has stopped moving.
    await row('Flask').click({ trial: true })
    const box = await row('Flask').boundingBox()
    if (!box) throw new Error('The row is not visible.')
    const cdp = await page.context().newCDPSession(page)
    const touchPoints = [{ x: box.x + 40, y: box.y + box.height / 2 }]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    const count = page.getByText(/\d selected/).filter({ visible: true })
    await expect(count).toHaveText('1 selected')
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await row('Ewer').tap()
    await expect(count).toHaveText('2 selected')
    await noViolations(page)
  })
})
