import { expect, test } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'
import { openWindow } from '../support/window.ts'

test.beforeEach(({ upstream }) => {
  upstream.wordDelayMs = 2
  upstream.text = 'Done.'
  upstream.release()
})

test('a question that is sent in one tab appears in another tab with the same chat', async ({
  page,
  upstream,
}) => {
  const here = new ChatPage(page)
  await here.open()
  upstream.text = 'The first answer.'
  await here.askAndWait('Asked first')
  const there = new ChatPage(await openWindow(page))
  await there.page.goto(page.url())
  await expect(there.answers).toContainText(['The first answer.'])
  upstream.text = 'The second answer.'
  await there.askAndWait('Asked there')
  await expect(here.answers.last()).toContainText('The second answer.')
  upstream.text = 'The third answer.'
  await here.askAndWait('Asked here')
  await expect(there.answers).toHaveCount(3)
  await expect(here.page.getByText('2/2')).toHaveCount(0)
  const said = upstream.requests.at(-1)?.messages.map(({ content }) => content)
  expect(said).toEqual([
    'Asked first',
    'The first answer.',
    'Asked there',
    'The second answer.',
    'Asked here',
  ])
})

test('reasoning that a model writes in tags is shown as reasoning', async ({ page, upstream }) => {
  const chat = new ChatPage(page)
  await chat.open()
  upstream.text = '<think> Hm, clay. </think> Clay is earth.'
  await chat.askAndWait('What is clay?')
  await expect(chat.answers.last()).toContainText('Clay is earth.')
  await expect(chat.answers.last()).not.toContainText('think>')
})

test('formulas with arrows, numbers and chemical reactions are rendered under the page’s content security policy', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  upstream.text =
    'A vector $\\vec{v}$, a reaction $\\ce{2H2 + O2 -> 2H2O}$, prices of US$3 and "US$4".\n\n' +
    '\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}\n\nA poem\nof clay.\n\nEnd.'
  await chat.askAndWait('Formulas?')
  const answer = chat.answers.last()
  const arrow = answer.locator('.accent svg').first()
  await expect(arrow).toBeAttached()
  expect(await arrow.evaluate((svg) => (svg as SVGElement).style.width)).not.toBe('')
  await expect(answer.locator('[data-math="display"] .mtable')).toHaveCount(1)
  await expect(answer.locator('.eqn-num')).toHaveCount(0)
  await expect(answer.locator('[data-problem]')).toHaveCount(0)
  await expect(answer).toContainText('prices of US$3 and "US$4".')
  expect(await answer.innerText()).toContain('A poem\nof clay.')
})
