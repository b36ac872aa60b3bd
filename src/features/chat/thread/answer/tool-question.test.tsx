// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ToolQuestion } from '#contract/chat/tool-question.ts'
import { ToolQuestionForm } from './tool-question.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const questionId = '0190a1b2-0000-7000-8000-000000000001'

function show(more: Partial<ToolQuestion>, refusal?: string) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push([path, JSON.parse(init.body as string)])
    const body = refusal && JSON.stringify({ code: 'bad_request', message: refusal })
    return Promise.resolve(new Response(body ?? null, { status: refusal ? 400 : 204 }))
  })
  const question = { id: questionId, from: 'Far', message: 'Who?', ...more }
  render(<ToolQuestionForm runId="r" callIndex={2} question={question} />)
  return sent
}

describe('ToolQuestionForm', () => {
  it('sends the entered values and defaults, and converts numbers from text', async () => {
    const sent = show({
      fields: [
        { name: 'name', label: 'Name', kind: 'text', default: 'Ada', isRequired: true },
        { name: 'age', label: 'Age', kind: 'integer', isRequired: false },
        { name: 'note', label: 'Note', kind: 'text', isRequired: false },
        { name: 'isNew', label: 'New', kind: 'boolean', isRequired: false },
      ],
    })
    await userEvent.type(screen.getByRole('spinbutton', { name: 'Age' }), '36')
    await userEvent.click(screen.getByRole('switch', { name: 'New' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(sent).toEqual([
      [
        '/api/runs/r/tool-calls/2/answer',
        { questionId, action: 'accept', content: { name: 'Ada', age: 36, isNew: true } },
      ],
    ])
  })

  it('shows the host of a page and opens it in a new tab', async () => {
    const sent = show({ url: 'https://far.example/sign-in' })
    const link = screen.getByRole('link', { name: 'Open far.example' })
    expect(link.getAttribute('target')).toBe('_blank')
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(sent).toEqual([['/api/runs/r/tool-calls/2/answer', { questionId, action: 'accept' }]])
  })

  it('shows why an answer was refused, and allows another attempt', async () => {
    show({ fields: [] }, 'Name: This field is required.')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect((await screen.findByRole('alert')).textContent).toContain('This field is required.')
    expect(screen.getByRole('button', { name: 'Decline' }).hasAttribute('disabled')).toBe(false)
  })
})
