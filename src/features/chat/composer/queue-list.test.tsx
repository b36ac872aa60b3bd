// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Waiting } from '../runs/outbox/outbox-storage.ts'
import { QueueList } from './queue-list.tsx'
import { useFocusReturn } from './use-focus-return.ts'

afterEach(cleanup)

const createWaiting = (text: string): Waiting => ({
  conversationId: 'c',
  request: { runId: text, answerId: `${text}-a`, modelId: 'm', question: { id: text, text } },
  queuedAtMs: 0,
  isHeld: false,
})

function Queue({ texts }: { texts: readonly string[] }) {
  const form = useRef<HTMLFormElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const [waiting, setWaiting] = useState(texts.map(createWaiting))
  useFocusReturn(form, box)
  const remove = (runId: string) =>
    setWaiting((all) => all.filter(({ request }) => request.runId !== runId))
  return (
    <form ref={form}>
      <QueueList
        waiting={waiting}
        onEdit={(runId, text) =>
          setWaiting((all) =>
            all.map((one) =>
              one.request.runId === runId
                ? { ...one, request: { ...one.request, question: { id: runId, text } } }
                : one,
            ),
          )
        }
        onSendNow={remove}
        onRemove={remove}
      />
      <textarea ref={box} aria-label="Message" />
    </form>
  )
}

/** Presses a button of a row by keyboard. */
async function press(row: string, name: string): Promise<void> {
  within(screen.getByText(row).closest('li')!).getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
}

const focusedRow = () => document.activeElement?.closest('li')?.textContent

it.each(['Delete', 'Send now'])(
  'QueueList moves the focus to the next question after %s, and after the last one to the message box',
  async (action) => {
    render(<Queue texts={['one', 'two', 'three']} />)
    await press('two', action)
    await waitFor(() => expect(focusedRow()).toBe('three'))
    await press('three', action)
    await waitFor(() => expect(focusedRow()).toBe('one'))
    await press('one', action)
    const box = screen.getByRole('textbox', { name: 'Message' })
    await waitFor(() => expect(document.activeElement).toBe(box))
  },
)

it('QueueList does not open the on-screen keyboard after a touch', async () => {
  render(<Queue texts={['one']} />)
  const button = screen.getByRole('button', { name: 'Delete' })
  await userEvent.pointer({ keys: '[TouchA]', target: button })
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull())
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
})

it.each(['{Escape}', ' and a half{Enter}'])(
  'QueueList returns the focus to its question when %s closes the editor',
  async (keys) => {
    render(<Queue texts={['one', 'two']} />)
    await press('two', 'Edit')
    await userEvent.keyboard(keys)
    await waitFor(() => expect(focusedRow()).toContain('two'))
  },
)
