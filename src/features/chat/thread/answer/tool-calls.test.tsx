// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { ToolCall } from '#contract/chat/chat.ts'
import { ToolCalls } from './tool-calls.tsx'

afterEach(cleanup)

const callOf = (more: Partial<ToolCall>): ToolCall => ({
  index: 0,
  name: 'web_search',
  title: 'Web search',
  arguments: '{"query":"celadon\\nglaze"}',
  status: 'done',
  at: { text: 0, reasoning: 0 },
  ...more,
})
const show = (more: Partial<ToolCall>) =>
  render(<ToolCalls calls={[callOf(more)]} runId={undefined} />)

it('says what was searched for, and all of it once it is opened', async () => {
  show({ result: 'Found.' })
  await userEvent.click(screen.getByText('celadon'))
  expect(screen.queryByText('celadon')).toBeNull()
  expect(screen.getByLabelText('Arguments').textContent).toContain('celadon')
})

it('says why a call failed, without being opened', async () => {
  show({ status: 'failed', result: 'SearXNG is having problems (500).\nMore.' })
  expect(screen.getByText('SearXNG is having problems (500).')).toBeTruthy()
  await userEvent.click(screen.getByText('Web search'))
  expect(screen.getAllByText(/having problems/)).toHaveLength(1)
})

it.each(['{"query":"cela', '["a"]', '{"at":{"x":1}}', '""'])(
  'says only its name where what it was given is %s',
  (given) => {
    show({ arguments: given })
    expect(screen.getByText('Web search').parentElement?.textContent).toBe('Web searchdone')
  },
)
