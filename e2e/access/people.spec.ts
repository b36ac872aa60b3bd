import { StudioPage } from '../pages/studio.ts'
import { noViolations } from '../support/axe.ts'
import { expect, plainTest as test } from '../support/fixtures.ts'
import { makeModel } from '../support/make-model.ts'
import { plainPicture } from '../support/pictures.ts'
import { Server } from '../support/server.ts'

const password = 'correct horse battery'
const hers = 'clay horses at dusk'

test('the first account gets all existing data; an invited person sees no data of others, signs out everywhere, cancels a deletion, and reaches a spending limit', async ({
  browser,
}) => {
  const server = await Server.start({ BOZZETTO_PASSWORD: password })
  const anna = await browser.newContext({ baseURL: server.url, colorScheme: 'dark' })
  const ben = await browser.newContext({ baseURL: server.url })
  try {
    const page = await anna.newPage()
    await page.goto('/chat')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Message' }).fill(`What is a bozzetto? ${hers}`)
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
    await page.keyboard.press('Enter')
    const said = page.getByRole('log', { name: 'Messages' })
    await expect(said.getByRole('article', { name: 'You' })).toContainText(hers)

    await page.goto('/settings/people')
    const people = page.getByRole('region', { name: 'People' })
    await people.getByRole('button', { name: 'Turn on accounts' }).click()
    await page.getByLabel('Your name').fill('Anna')
    await page.getByLabel('Your email').fill('Anna@example.com')
    await page.getByRole('button', { name: 'Turn on', exact: true }).click()
    await expect(people.getByRole('list', { name: 'People' })).toContainText('anna@example.com')

    await people.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('Name').fill('Ben')
    await noViolations(page)
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByLabel('Invitation link', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(people.getByRole('list', { name: 'Invitations' })).toContainText('Ben')

    const his = await ben.newPage()
    await his.setViewportSize({ width: 390, height: 780 })
    await his.goto(link)
    await expect(his.getByLabel('Name')).toHaveValue('Ben')
    await noViolations(his)
    await his.getByLabel('Email').fill('ben@example.com')
    await his.getByLabel('Password').fill('another horse entirely')
    await his.getByRole('button', { name: 'Create account' }).click()
    await expect(his).toHaveURL(`${server.url}/`)
    await his.goto('/chat')
    await expect(his.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await expect(his.getByText(hers)).toHaveCount(0)
    await his.goto('/settings/account')
    await expect(his.getByText('You are signed in as Ben, ben@example.com')).toBeVisible()
    await his.goto('/settings')
    const pages = his.getByRole('navigation', { name: 'Settings' })
    await expect(pages.getByRole('link', { name: 'Programs' })).toBeVisible()
    for (const name of ['People', 'Models and services', 'Security log']) {
      await expect(pages.getByRole('link', { name, exact: true })).toHaveCount(0)
    }
    await his.goto('/settings/people')
    await expect(his.getByText('Only for admins')).toBeVisible()

    await page.reload()
    await page.getByRole('button', { name: 'More about Ben' }).click()
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
    await expect(page.getByText('Ben is signed out everywhere')).toBeVisible()
    await his.reload()
    await his.getByLabel('Email').fill('ben@example.com')
    await his.getByLabel('Password').fill('another horse entirely')
    await his.keyboard.press('Enter')
    await expect(his.getByRole('dialog', { name: 'Sign in to Bozzetto' })).toBeHidden()
    await page.goto('/chat')
    await expect(page.getByText(hers).first()).toBeVisible()

    await his.goto('/settings/account')
    await his.getByRole('button', { name: 'Delete my account' }).click()
    const asked = his.getByRole('dialog', { name: 'Delete your account?' })
    await asked.getByRole('button', { name: 'Delete my account' }).click()
    const notice = his.getByText('Your account and everything in it will be deleted on')
    await expect(notice).toBeVisible()
    await his.reload()
    await his.getByRole('button', { name: 'Keep my account' }).click()
    await expect(notice).toBeHidden()

    await page.goto('/settings/limits')
    await page.getByRole('button', { name: 'Add limit' }).click()
    const limit = page.getByRole('dialog', { name: 'Add a limit' })
    await limit.getByLabel('What').click()
    await page.getByRole('option', { name: '3D models' }).click()
    await limit.getByLabel('At most').fill('1')
    await noViolations(page)
    await limit.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('list', { name: 'Limits' })).toContainText('1 3D model a month')

    await his.setViewportSize({ width: 1000, height: 720 })
    await makeModel(ben.request, { name: 'disc.png', picture: await plainPicture() })
    const studio = new StudioPage(his)
    await studio.open()
    await studio.chooseSample('Teddy bear')
    await expect(his.getByText('your limit of 1 3D model a month')).toBeVisible()
    await studio.generate()
    await expect(
      his.getByRole('alert').filter({ hasText: 'your limit of 1 3D model a month' }),
    ).toBeVisible()
  } finally {
    await anna.close()
    await ben.close()
    await server.stop()
  }
})
