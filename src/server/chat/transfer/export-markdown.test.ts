import { expect, it } from 'vitest'
import type { Message } from '#contract/chat/chat.ts'
import { exportAsMarkdown } from './export-markdown.ts'

const at = '2026-01-01T00:00:00.000Z'
const id = (n: number) => `${n}`.padStart(20, '0')
const call = (index: number, text: number, more: object = {}) => ({
  index,
  name: 'files__read_file',
  arguments: `{"n":${index}}`,
  status: 'done' as const,
  result: `Result ${index}`,
  at: { text, reasoning: 0 },
  ...more,
})

const nameOfModel = (modelId: string) => (modelId === 'openai/m' ? 'Model M' : modelId)

async function createExport(messages: Message[]): Promise<string> {
  const conversation = { id: id(0), title: 'Pots', createdAt: at, updatedAt: at }
  const all: Uint8Array[] = []
  async function* pages() {
    yield messages
  }
  const opened = { conversation, messages: [], pages, shownPages: pages }
  for await (const piece of exportAsMarkdown(opened, nameOfModel)) all.push(piece)
  return Buffer.concat(all).toString()
}

const answer = (text: string, more: Partial<Message>): Message => ({
  id: id(2),
  conversationId: id(0),
  role: 'assistant',
  text,
  createdAt: at,
  run: { id: id(3), modelId: 'openai/m', status: 'completed', startedAt: at },
  ...more,
})

it('exportAsMarkdown writes tool calls at their positions in the text, with the names that the page shows', async () => {
  const text = 'Let me look.\n\nIt is blue.'
  const toolCalls = [call(0, 12), call(1, 12, { title: 'Look up' }), call(2, text.length)]
  expect(await createExport([answer(text, { toolCalls })])).toBe(
    [
      '# Pots',
      '## Model M',
      'Let me look.',
      '> **Tool: Read file** `{"n":0}`\n>\n> Result 0',
      '> **Tool: Look up** `{"n":1}`\n>\n> Result 1',
      'It is blue.',
      '> **Tool: Read file** `{"n":2}`\n>\n> Result 2\n',
    ].join('\n\n'),
  )
})

it('exportAsMarkdown keeps all text if the position of a tool call is beyond the text', async () => {
  const exported = await createExport([answer('Short.', { toolCalls: [call(0, 99), call(1, -5)] })])
  expect(exported.match(/Short\.|Result \d/g)).toEqual(['Result 1', 'Short.', 'Result 0'])
})
