// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { Message, RunStatus } from '#contract/chat/chat.ts'
import { modelsQuery } from '#queries/models.ts'
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
  start: none,
  choose: none,
  compare: none,
  edit: none,
  sendEdited: none,
  keepEdited: none,
}

const createModel = (name: string) => ({
  id: `gateway/${name}`,
  name,
  provider: 'gateway',
  description: '',
  kind: 'chat' as const,
})

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
    const group = screen.queryByRole('group', { name })
    const buttons = group ? within(group).getAllByRole('button') : []
    return buttons.map(({ textContent }) => textContent)
  })
  expect(offered).toEqual([
    ['In use', 'Only this model'],
    ['Use this one', 'Only this model'],
    [],
    [],
  ])
})

it('Comparison merges the newest answers if there are too many', async () => {
  const merged: (readonly string[])[] = []
  const models = [createModel('writer')]
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(modelsQuery().queryKey, { models, problems: [], defaults: {} })
  const answers = Array.from({ length: 10 }, (_, at) =>
    createAnswer(`a${at}`, 'completed', `Answer ${at}.`),
  )
  render(
    <QueryClientProvider client={client}>
      <ThreadActionsContext value={actions}>
        <Comparison
          answers={answers}
          lives={[]}
          chosenId="a0"
          onChoose={none}
          onSettle={none}
          onClose={none}
          merge={{ before: [], modelId: undefined, onMerge: (_, ids) => merged.push(ids) }}
        />
      </ThreadActionsContext>
    </QueryClientProvider>,
  )
  expect(screen.getByText(/use the newest 8/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
  expect(merged).toEqual([answers.slice(2).map(({ id }) => id)])
})
