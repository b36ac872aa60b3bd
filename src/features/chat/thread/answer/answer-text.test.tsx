// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ToolCall } from '#contract/chat/chat.ts'
import { AnswerText } from './answer-text.tsx'
import { advance, finish } from '../../markdown/streaming/blocks.ts'
import { emptyMarkdown } from '../../markdown/streaming/markdown-text.ts'

afterEach(cleanup)

const call = (index: number, text: number): ToolCall => ({
  index,
  name: `tool_${index}`,
  arguments: '{}',
  status: 'done',
  at: { text, reasoning: 0 },
})

const text = 'First I look.\n\nThen I count.\n\nIt is 5.'
// Earlier versions stored only the name of a tool call.
const calls = [
  { ...call(0, 0), title: 'Look at models' },
  call(1, 13),
  call(2, 13),
  call(3, text.length),
]
const shown = (box: HTMLElement) =>
  box.textContent.match(/Tool \d|Look at models|First I look|Then I count|It is 5/g)

describe('AnswerText', () => {
  it('renders each tool call at its position in the text', () => {
    const { container } = render(
      <AnswerText
        text={finish(emptyMarkdown, text)}
        calls={calls}
        runId={undefined}
        isLive={false}
      />,
    )
    expect(shown(container)).toEqual([
      'Look at models',
      'First I look',
      'Tool 1',
      'Tool 2',
      'Then I count',
      'It is 5',
      'Tool 3',
    ])
  })

  it('keeps the DOM of earlier parts while more text arrives', () => {
    const begun = advance(emptyMarkdown, 'First I look.')
    const props = { runId: undefined, isLive: true }
    const { container, rerender } = render(<AnswerText text={begun} calls={[]} {...props} />)
    const paragraph = screen.getByRole('paragraph')
    rerender(<AnswerText text={begun} calls={calls.slice(1, 2)} {...props} />)
    const grown = advance(begun, 'First I look.\n\nThen')
    rerender(<AnswerText text={grown} calls={calls.slice(1, 2)} {...props} />)
    expect(screen.getAllByRole('paragraph')[0]).toBe(paragraph)
    expect(container.textContent).toMatch(/look\.Used Tool 1.*Then/)
  })

  it('asks for permission below a closed call, and keeps the call closed after it was allowed', async () => {
    const asking: ToolCall = { ...call(0, 0), status: 'asking' }
    const props = { text: finish(emptyMarkdown, text), runId: 'run', isLive: true }
    const { container, rerender } = render(<AnswerText {...props} calls={[asking]} />)
    const [details] = screen.getAllByRole<HTMLDetailsElement>('group')
    if (!details) throw new Error('There is no call.')
    expect(details.open).toBe(false)
    expect(container.textContent).toContain('Use “Tool 0”?')
    rerender(<AnswerText {...props} calls={[{ ...asking, status: 'done' }]} />)
    expect(details.open).toBe(false)
    details.open = true
    // A list without entries has no role.
    await waitFor(() => expect(details.querySelector('dl')).not.toBeNull())
    expect(details.open).toBe(true)
  })
})
