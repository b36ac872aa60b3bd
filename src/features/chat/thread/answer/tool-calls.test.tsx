// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
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

it('ToolCalls shows the search query at once, and the whole call when it is opened', async () => {
  show({ result: 'Found.' })
  await userEvent.click(screen.getByText('celadon'))
  expect(screen.queryByText('celadon')).toBeNull()
  expect(screen.getByLabelText('Arguments').textContent).toContain('celadon')
})

it('ToolCalls shows why a call failed before it is opened', async () => {
  show({ status: 'failed', result: 'SearXNG is having problems (500).\nMore.' })
  expect(screen.getByText('SearXNG is having problems (500).')).toBeTruthy()
  await userEvent.click(screen.getByText('Web search'))
  expect(screen.getAllByText(/having problems/)).toHaveLength(1)
})

it.each(['{"query":"cela', '["a"]', '{"at":{"x":1}}', '""'])(
  'ToolCalls shows only the tool’s name if the arguments are %s',
  (given) => {
    show({ arguments: given })
    expect(screen.getByText('Web search').parentElement?.textContent).toBe('Web searchdone')
  },
)

const showAll = (...calls: Partial<ToolCall>[]) =>
  render(
    <ToolCalls
      calls={calls.map((call, index) => createCall({ index, ...call }))}
      runId={undefined}
    />,
  )

describe('ToolCalls for several calls without text between them', () => {
  it('shows one line that opens to the steps', async () => {
    showAll({ durationMs: 1000 }, { name: 'read_page', title: 'Read a page', durationMs: 2000 })
    expect(screen.queryByRole('list')).toBeNull()
    await userEvent.click(screen.getByText('Searched the web and read a page'))
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  it('opens the steps from the start if one failed', () => {
    showAll({}, { status: 'failed', result: 'No such page.' })
    expect(screen.getByText('No such page.')).toBeTruthy()
  })

  it('names the running step', () => {
    showAll({}, { name: 'read_page', title: 'Read a page', status: 'running' })
    expect(screen.getByText('Read a page…')).toBeTruthy()
  })
})
