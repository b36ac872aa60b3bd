// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import type { Turn } from '../messages/thread.ts'
import { PreviewInChat } from './preview-in-chat.tsx'
import type { Preview } from './previews.ts'

afterEach(cleanup)

const createAnswer = (page: string): Turn => ({
  message: {
    id: newId(),
    conversationId: newId(),
    role: 'assistant',
    text: `\`\`\`html\n${page}\n\`\`\``,
    createdAt: '',
  },
  siblings: [],
})
const answers = ['<p>1</p>', '<p>2</p>', '<p>3</p>', '<p>4</p>'].map(createAnswer)

function Chat({ count }: { count: number }) {
  const [preview, setPreview] = useState<Preview>({ kind: 'html', code: '<p>2</p>' })
  return (
    <QueryClientProvider client={new QueryClient()}>
      <input />
      <PreviewInChat
        preview={preview}
        opening={1}
        turns={answers.slice(0, count)}
        onChange={setPreview}
        onClose={() => {}}
      />
    </QueryClientProvider>
  )
}

it('PreviewInChat shows the newest version while it arrives, unless the user has selected an earlier one', async () => {
  const { rerender } = render(<Chat count={2} />)
  expect(screen.getByText('2 of 2')).toBeTruthy()
  screen.getByRole('textbox').focus()
  rerender(<Chat count={3} />)
  expect(screen.getByText('3 of 3')).toBeTruthy()
  // A new version must not move the focus out of the message box.
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Earlier version' }))
  rerender(<Chat count={4} />)
  expect(screen.getByText('2 of 4')).toBeTruthy()
})
