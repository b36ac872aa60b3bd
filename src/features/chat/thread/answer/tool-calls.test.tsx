// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { ToolCall } from '#contract/chat/chat.ts'
import { ToolCalls } from './tool-calls.tsx'

afterEach(cleanup)

const createCall = (more: Partial<ToolCall>): ToolCall => ({
  index: 0,
  name: 'web_search',
  title: 'Web search',
  arguments: '{"query":"celadon\\nglaze"}',
  status: 'done',
  at: { text: 0, reasoning: 0 },
  ...more,
})
const show = (more: Partial<ToolCall>) =>
  render(<ToolCalls calls={[createCall(more)]} runId={undefined} />)

it('shows the search query, and the whole call once it is opened', async () => {
  show({ result: 'Found.' })
  await userEvent.click(screen.getByText('celadon'))
  expect(screen.queryByText('celadon')).toBeNull()
  expect(screen.getByLabelText('Arguments').textContent).toContain('celadon')
})

it('shows why a call failed without opening it', async () => {
  show({ status: 'failed', result: 'SearXNG is having problems (500).\nMore.' })
  expect(screen.getByText('SearXNG is having problems (500).')).toBeTruthy()
  await userEvent.click(screen.getByText('Web search'))
  expect(screen.getAllByText(/having problems/)).toHaveLength(1)
})

it.each(['{"query":"cela', '["a"]', '{"at":{"x":1}}', '""'])(
  'shows only the tool’s name if the arguments are %s',
  (given) => {
    show({ arguments: given })
    expect(screen.getByText('Web search').parentElement?.textContent).toBe('Web searchdone')
  },
)
