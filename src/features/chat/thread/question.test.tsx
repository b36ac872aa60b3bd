// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { formatMention } from '#lib/links/model-mention.ts'
import { FollowModelLinkContext, type FollowModelLink } from '../markdown/draw/links.tsx'
import { QuestionView } from './question.tsx'
import { BusyContext, ThreadActionsContext, type ThreadActions } from './thread-actions.ts'

afterEach(cleanup)

it('QuestionView renders a mentioned model as a link, without its id', () => {
  const bear = newId()
  const message = {
    id: newId(),
    conversationId: newId(),
    role: 'user' as const,
    text: `Is ${formatMention({ name: 'Bear', id: bear })} sturdy?`,
    createdAt: new Date().toISOString(),
  }
  const follow = vi.fn<FollowModelLink>(() => true)
  render(
    <ThreadActionsContext value={{} as ThreadActions}>
      <FollowModelLinkContext value={follow}>
        <QuestionView message={message} siblings={[message.id]} />
      </FollowModelLinkContext>
    </ThreadActionsContext>,
  )
  const link = screen.getByRole('link', { name: '“Bear”' })
  expect(link.parentElement?.textContent).toBe('Is “Bear” sturdy?')
  fireEvent.click(link)
  expect(follow).toHaveBeenCalledWith({ assetId: bear }, link)
})

it('QuestionView renders only its button again when an answer starts', () => {
  const readText = vi.fn<() => string>(() => 'Is it sturdy?')
  const message = {
    id: newId(),
    conversationId: newId(),
    role: 'user' as const,
    get text() {
      return readText()
    },
    createdAt: new Date().toISOString(),
  }
  const siblings = [message.id]
  const question = (isBusy: boolean) => (
    <ThreadActionsContext value={{} as ThreadActions}>
      <BusyContext value={isBusy}>
        <QuestionView message={message} siblings={siblings} />
      </BusyContext>
    </ThreadActionsContext>
  )
  const { rerender } = render(question(false))
  const before = readText.mock.calls.length
  rerender(question(true))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Edit question' })
  expect(button.disabled).toBe(true)
  expect(readText).toHaveBeenCalledTimes(before)
})
