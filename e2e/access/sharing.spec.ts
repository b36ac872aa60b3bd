import { turnOnAccounts } from '../support/accounts.ts'
import { noViolations } from '../support/axe.ts'
import { expect, plainTest as test } from '../support/fixtures.ts'
import { Server } from '../support/server.ts'

const password = 'correct horse battery'
const hers = 'clay horses at dusk'

test('the members of a team can read a chat while it is shared with the team', async ({
  browser,
}) => {
  const server = await Server.start({ BOZZETTO_PASSWORD: password })
  const anna = await browser.newContext({ baseURL: server.url, colorScheme: 'dark' })
  const ben = await browser.newContext({ baseURL: server.url })
  try {
    const page = await anna.newPage()
    await turnOnAccounts(page, password)
    const people = page.getByRole('region', { name: 'People' })
    await people.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Name').fill('Ben')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByLabel('Invitation link', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'Done' }).click()

    const his = await ben.newPage()
    await his.setViewportSize({ width: 390, height: 780 })
    await his.goto(link)
    await his.getByLabel('Email').fill('ben@example.com')
    await his.getByLabel('Password').fill('another horse entirely')
    await his.getByRole('button', { name: 'Create account' }).click()
    await expect(his).toHaveURL(`${server.url}/`)

    await page.reload()
    const teams = page.getByRole('region', { name: 'Teams' })
    await teams.getByRole('button', { name: 'New team' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Sculptors')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await teams.getByRole('button', { name: 'People in Sculptors' }).click()
    const members = page.getByRole('dialog', { name: 'People in Sculptors' })
    await members.getByLabel('Add someone').click()
    await page.getByRole('option', { name: /^Ben/ }).click()
    await expect(members.getByRole('list')).toContainText('Ben')
    await noViolations(page)
    await members.getByRole('button', { name: 'Done' }).click()

    await page.goto('/chat')
    await page.getByRole('textbox', { name: 'Message' }).fill(`What is a bozzetto? ${hers}`)
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    await page.keyboard.press('Enter')
    const said = page.getByRole('log', { name: 'Messages' })
    await expect(said.getByRole('article', { name: 'You' })).toContainText(hers)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Share…' }).click()
    const share = page.getByRole('dialog', { name: 'Share this chat' })
    await share
      .getByRole('region', { name: 'People and teams' })
      .getByRole('button')
      .first()
      .click()
    await page.getByRole('option', { name: 'Sculptors' }).click()
    await expect(share).toContainText('Sculptors')
    await noViolations(page)

    await his.goto('/chat')
    await his.getByRole('button', { name: 'Chats', exact: true }).click()
    const shared = his.getByRole('region', { name: 'Shared with you' })
    await shared.getByRole('link').first().click()
    await expect(his.getByRole('log', { name: 'Messages' })).toContainText(hers)
    await expect(his.getByText('Anna shares this chat with you. You can read it.')).toBeVisible()
    await expect(his.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
    await noViolations(his)

    await share.getByRole('button', { name: 'Stop sharing with Sculptors' }).click()
    await his.reload()
    await expect(his.getByText(hers)).toHaveCount(0)
  } finally {
    await anna.close()
    await ben.close()
    await server.stop()
  }
})
