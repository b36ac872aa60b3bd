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
    const { textContent } = screen.getByText('Searched the web').parentElement!
    expect(textContent).toBe('Searched the webdone')
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

const asking = (more: Partial<ToolCall>) =>
  render(<ToolCalls calls={[createCall({ status: 'asking', ...more })]} runId="run" />)

describe('a tool call that needs permission', () => {
  it('asks in one sentence, without JSON, and first offers to allow the tool in this chat', () => {
    const { container } = asking({ arguments: '{"query":"celadon glaze"}' })
    expect(screen.getByText('Search the web for “celadon glaze”?')).toBeTruthy()
    expect(container.textContent).not.toMatch(/[{}]/)
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Allow in this chat',
      'Allow once',
      'Always allow',
      'Deny',
      'Deny and say why',
    ])
  })

  it('lists the arguments of a tool of another server by name', () => {
    asking({
      name: 'files__write_file',
      title: 'Write file (files)',
      arguments:
        '{"filePath":"/a.txt","isNew":true,"lines":["one","two"],"options":{"max_size":3,"tags":[{"name":"x"}]}}',
    })
    expect(screen.getByText('Use “Write file (files)”?')).toBeTruthy()
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
    expect(terms).toEqual(['File path', 'Is new', 'Lines', 'Options'])
    const values = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(values).toEqual(['/a.txt', 'yes', 'one, two', 'Max size: 3; Tags: Name: x'])
  })

  it('shows arguments that are not JSON unchanged', () => {
    asking({ arguments: '{"query":"cela' })
    expect(screen.getByText('Use “Web search”?')).toBeTruthy()
    expect(screen.getByLabelText('Arguments').textContent).toBe('{"query":"cela')
  })

  it('shows further arguments below the sentence', () => {
    asking({ arguments: '{"query":"celadon","site":"example.com"}' })
    expect(screen.getByText('Search the web for “celadon”?')).toBeTruthy()
    expect(screen.getByText('example.com')).toBeTruthy()
  })
})
