// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ModelCommandDialog, type ModelCommand } from './model-command-dialog.tsx'

afterEach(cleanup)

async function fillIn(command: ModelCommand, work: () => Promise<void>): Promise<string[]> {
  const messages: string[] = []
  render(
    <ModelCommandDialog
      command={command}
      onClose={() => {}}
      onDone={(message) => messages.push(message)}
    />,
  )
  await screen.findByRole('button', { name: 'Insert into message' })
  await work()
  await userEvent.click(screen.getByRole('button', { name: 'Insert into message' }))
  return messages
}

it('ModelCommandDialog builds the command that makes a model, also from the address of a picture', async () => {
  const messages = await fillIn('make', async () => {
    await userEvent.type(screen.getByLabelText('Name (optional)'), 'Brown bear')
    await userEvent.type(screen.getByLabelText(/^Picture URL/), 'https://example.com/b.png')
  })
  expect(messages).toEqual(['/make https://example.com/b.png Brown bear'])
})

it('ModelCommandDialog lists the selected sides in a fixed order', async () => {
  const messages = await fillIn('look', async () => {
    for (const side of ['top', 'back', 'left']) {
      await userEvent.click(screen.getByRole('button', { name: side }))
    }
    await userEvent.click(screen.getByRole('switch', { name: /^Shape only/ }))
  })
  expect(messages).toEqual(['/look front right top clay'])
})

const typeHeight = () => userEvent.type(screen.getByLabelText('Height'), '80')

it('ModelCommandDialog adds the height of the print, or asks whether the model can be printed', async () => {
  expect(await fillIn('print', typeHeight)).toEqual(['/print 80 mm'])
  cleanup()
  expect(await fillIn('print', () => Promise.resolve())).toEqual(['/print'])
})
