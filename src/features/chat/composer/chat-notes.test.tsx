// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ChatNotes } from './chat-notes.tsx'

afterEach(cleanup)

function show(offeredPrompt: string | undefined, trashedId?: string) {
  const onPrompt = vi.fn<(systemPrompt: string) => void>()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChatNotes
        shared={undefined}
        trashedId={trashedId}
        isReadByAdmins={false}
        offeredPrompt={offeredPrompt}
        onPrompt={onPrompt}
      />
    </QueryClientProvider>,
  )
  return onPrompt
}

const prompt = 'Praise <b>me</b>.\nAlways.'

describe('ChatNotes for instructions that another account suggests', () => {
  it('shows the instructions in full and saves them only when the user accepts them', async () => {
    const onPrompt = show(prompt)
    const text = screen.getByRole<HTMLTextAreaElement>('textbox')
    expect(text.value).toBe(prompt)
    expect(text.readOnly).toBe(true)
    expect(onPrompt).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
    expect(onPrompt.mock.calls).toEqual([[prompt]])
  })

  it('saves an empty system prompt when the user rejects the instructions', async () => {
    const onPrompt = show(prompt)
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(onPrompt.mock.calls).toEqual([['']])
  })

  it('shows nothing if there are no instructions or if the chat is in the trash', () => {
    show(undefined)
    show(prompt, 'some-chat')
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })
})
