import { describe, expect, it } from 'vitest'
import type { ToolQuestion } from '#contract/chat/tool-question.ts'
import { findAnswerProblem } from './find-answer-problem.ts'
import { createPythonTool } from './run-python.ts'
import type { ToolContext } from './tool.ts'

const picture = new Uint8Array([1, 2, 3])
const tool = createPythonTool({
  readPicture: (id) => Promise.resolve(id === 'own' ? picture : undefined),
})

const run = (ask: ToolContext['ask'], code = 'print(1)') =>
  tool.run(
    { code },
    {
      signal: new AbortController().signal,
      sourceCount: 0,
      conversationId: '',
      orderId: '',
      canSee: true,
      pictures: () => Promise.resolve([]),
      models: () => Promise.resolve([]),
      ask,
    },
  )

describe('run_python', () => {
  it('lets a page of the chat run the code, and returns its output and its pictures', async () => {
    let question: Omit<ToolQuestion, 'id'> | undefined
    const result = await run((asked) => {
      question = asked
      return Promise.resolve({
        action: 'accept',
        content: { output: '42\n', pictures: 'own,foreign' },
      })
    })
    expect(question?.python).toEqual({ code: 'print(1)' })
    expect(result).toEqual({ text: '42\n', pictures: [{ bytes: picture, name: 'figure-1.png' }] })
  })

  it('accepts only output and pictures from the page, of bounded length', async () => {
    let fields: ToolQuestion['fields']
    await run((asked) => {
      ;({ fields } = asked)
      return Promise.resolve({ action: 'accept' })
    })
    const check = (content: Record<string, string>) =>
      findAnswerProblem({ fields }, { action: 'accept', content })
    expect(check({ output: 'x', pictures: '' })).toBeUndefined()
    expect(check({ output: 'x'.repeat(10_001) })).toContain('wrong length')
    expect(check({ path: '/etc/passwd' })).toContain('no field')
  })

  it('tells the model if the person has stopped the code, or nobody can run it', async () => {
    await expect(run(() => Promise.resolve({ action: 'cancel' }))).rejects.toThrow('stopped')
    await expect(run(undefined)).rejects.toThrow('open in a browser')
  })
})
