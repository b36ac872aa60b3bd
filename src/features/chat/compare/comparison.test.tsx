// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Message, RunStatus } from '#contract/chat/chat.ts'
import { ThreadActionsContext, type ThreadActions } from '../thread/thread-actions.ts'
import { Comparison } from './comparison.tsx'

afterEach(cleanup)

const none = () => {}
const actions: ThreadActions = {
  nameOfModel: (id) => id,
  askAgain: none,
  askAnother: none,
  goOn: none,
  branch: none,
  retry: none,
  takeBack: none,
  mention: none,
  attach: none,
  choose: none,
  compare: none,
  edit: none,
  sendEdited: none,
  keepEdited: none,
}

const createAnswer = (modelId: string, status: RunStatus, text: string): Message => ({
  id: modelId,
  conversationId: 'chat',
  role: 'assistant',
  parentId: 'question',
  text,
  createdAt: '2026-01-01T00:00:00.000Z',
  run: { id: `run-${modelId}`, modelId, status, startedAt: '2026-01-01T00:00:00.000Z' },
})

it('Comparison offers to continue only from answers with content', () => {
  const answers = [
    createAnswer('whole', 'completed', 'All of it.'),
    createAnswer('half', 'failed', 'Half of'),
    createAnswer('refused', 'failed', ''),
    createAnswer('cancelled', 'stopped', ''),
  ]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThreadActionsContext value={actions}>
        <Comparison
          answers={answers}
          lives={[]}
          chosenId="whole"
          onChoose={none}
          onSettle={none}
          onClose={none}
        />
      </ThreadActionsContext>
    </QueryClientProvider>,
  )
  const offered = ['whole', 'half', 'refused', 'cancelled'].map((name) => {
    const { parentElement } = screen.getByRole('article', { name: `Answer from ${name}` })
    const buttons = within(parentElement!.parentElement!).queryAllByRole('button', {
      name: /Use this one|In use|Continue with/,
    })
    return buttons.map(({ textContent }) => textContent)
  })
  expect(offered).toEqual([
    ['In use', 'Continue with this model only'],
    ['Use this one', 'Continue with this model only'],
    [],
    [],
  ])
})
