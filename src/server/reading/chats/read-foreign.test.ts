import { describe, expect, it } from 'vitest'
import { readExport } from './read-export.ts'
import type { ForeignMessage } from './foreign-conversation.ts'

function read(value: unknown) {
  const parts = [...readExport(new Uint8Array(Buffer.from(JSON.stringify(value))))]
  const messages = parts.flatMap((part) => (part.type === 'messages' ? part.messages : []))
  return {
    source: parts.flatMap((part) => (part.type === 'source' ? part.source : []))[0],
    conversations: parts.flatMap((part) => (part.type === 'conversation' ? part.conversation : [])),
    problems: parts.flatMap((part) => (part.type === 'problem' ? part.problem : [])),
    messages,
    tree: getTree(messages),
  }
}

const getTree = (messages: readonly ForeignMessage[]): string[] =>
  messages.map((message) => {
    const above = messages.find(({ id }) => id === message.parentId)
    return `${above ? `${above.text} > ` : ''}${message.role}: ${message.text}`
  })

const claudeSaid = (uuid: string, sender: string, text: string, more: object = {}) => ({
  uuid,
  sender,
  text,
  created_at: '2026-03-01T10:00:00.000000Z',
  ...more,
})
const claudeConversation = (messages: object[]) => [
  {
    uuid: 'c1',
    name: 'Glazes',
    created_at: '2026-03-01T10:00:00.000000Z',
    updated_at: '2026-03-02T10:00:00.000000+00:00',
    account: { uuid: 'a' },
    chat_messages: messages,
  },
]

describe('readExport with an export of Claude', () => {
  it('reads messages in order, with reasoning, files and the files’ contents', () => {
    const { source, conversations, messages, tree } = read(
      claudeConversation([
        claudeSaid('m1', 'human', 'What is in it?', {
          content: [{ type: 'text', text: 'What is in it?' }],
          attachments: [{ file_name: 'a.txt', extracted_content: 'CaO' }],
          files: [{ file_name: 'b.png' }],
        }),
        claudeSaid('m2', 'assistant', 'placeholder', {
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'tool_use', name: 'x', input: {} },
            { type: 'text', text: 'Lime.' },
          ],
        }),
        claudeSaid('m3', 'human', 'And?'),
      ]),
    )
    expect(source).toBe('claude')
    expect(conversations).toMatchObject([
      { title: 'Glazes', updatedAt: new Date('2026-03-02T10:00:00Z') },
    ])
    expect(tree).toEqual([
      'user: What is in it?',
      'What is in it? > assistant: Lime.',
      'Lime. > user: And?',
    ])
    expect(messages[0]?.files).toMatchObject([{ name: 'a.txt', text: 'CaO' }, { name: 'b.png' }])
    expect(messages[1]?.toolCalls).toMatchObject([{ name: 'x', arguments: '{}' }])
    expect(messages[1]?.run?.modelId).toBe('Claude')
    expect(messages[1]?.reasoning).toBe('Hm.')
  })

  it('keeps branches', () => {
    const root = '00000000-0000-4000-8000-000000000000'
    const { tree } = read(
      claudeConversation([
        claudeSaid('m1', 'human', 'Q', { parent_message_uuid: root }),
        claudeSaid('m2', 'assistant', 'A1', { parent_message_uuid: 'm1' }),
        claudeSaid('m3', 'assistant', 'A2', { parent_message_uuid: 'm1' }),
      ]),
    )
    expect(tree).toEqual(['user: Q', 'Q > assistant: A1', 'Q > assistant: A2'])
  })
})

const createNode = (id: string, parent: string | null, role: string, message: object) => ({
  id,
  parent,
  message: { author: { role }, content: { content_type: 'text', parts: [id] }, ...message },
})

describe('readExport with an export of ChatGPT', () => {
  it('reads answers as ChatGPT shows them, with sources as links and without input of tools', () => {
    const mark = '\u{e200}cite\u{e202}turn0search0\u{e201}'
    const search = { content_type: 'code', text: 'search("clay")' }
    const answer = { content_type: 'text', parts: [`Clay is earth ${mark}.`] }
    const item = { title: 'Clay', url: 'https://example.com/' }
    const nodes = [
      createNode('q', null, 'user', { recipient: 'all' }),
      createNode('s', 'q', 'assistant', { recipient: 'web.run', content: search }),
      createNode('a', 's', 'assistant', {
        recipient: 'all',
        content: answer,
        metadata: { content_references: [{ matched_text: mark, items: [item] }] },
      }),
    ]
    const mapping = Object.fromEntries(nodes.map((node) => [node.id, node]))
    const { tree } = read([{ title: 'Clay', mapping }])
    expect(tree).toEqual([
      'user: q',
      'q > assistant: Clay is earth ([Clay](<https://example.com/>)).',
    ])
  })
})

const webUiChat = (messages: object, currentId: string) => [
  {
    id: 'w1',
    title: 'Sums',
    chat: { title: 'Sums', models: ['deepseek-r1'], history: { currentId, messages } },
    created_at: 1_700_000_000,
    updated_at: 1_700_000_010,
    archived: true,
    pinned: true,
  },
]

describe('readExport with an export of Open WebUI', () => {
  const question = {
    id: 'a',
    parentId: null,
    role: 'user',
    content: '15 * 17?',
    timestamp: 1_700_000_000,
  }

  it('reads a tree of messages with the current branch', () => {
    const { source, conversations, messages, tree } = read(
      webUiChat(
        {
          a: question,
          b: {
            id: 'b',
            parentId: 'a',
            role: 'assistant',
            content: '255',
            timestamp: 1_700_000_005,
          },
          c: {
            id: 'c',
            parentId: 'a',
            role: 'assistant',
            content: '254',
            timestamp: 1_700_000_001,
          },
        },
        'b',
      ),
    )
    expect(source).toBe('open-webui')
    expect(tree).toEqual([
      'user: 15 * 17?',
      '15 * 17? > assistant: 255',
      '15 * 17? > assistant: 254',
    ])
    expect(conversations).toMatchObject([
      {
        title: 'Sums',
        modelId: 'deepseek-r1',
        isPinned: true,
        isArchived: true,
        leafId: messages[1]?.id,
        createdAt: new Date(1_700_000_000_000),
      },
    ])
  })

  it.each([
    [
      'as steps',
      {
        content: 'marks',
        output: [
          { type: 'reasoning', content: [{ type: 'output_text', text: 'Ten times, then seven.' }] },
          { type: 'function_call', name: 'x' },
          { type: 'message', content: [{ type: 'output_text', text: '255' }] },
        ],
      },
    ],
    [
      'inside of the text',
      {
        content:
          '<details type="reasoning" done="true"><summary>Thought for 3 seconds</summary>\n&gt; Ten times, then seven.\n</details>\n<details type="tool_calls"><summary>Tool</summary>x</details>255',
      },
    ],
  ])('reads reasoning %s', (_case, answer) => {
    const { messages } = read(
      webUiChat({ a: question, b: { id: 'b', parentId: 'a', role: 'assistant', ...answer } }, 'b'),
    )
    expect(messages[1]).toMatchObject({ text: '255', reasoning: 'Ten times, then seven.' })
  })
})

const libreSaid = (
  messageId: string,
  parentMessageId: string,
  text: string,
  more: object = {},
) => ({
  messageId,
  parentMessageId,
  text,
  isCreatedByUser: text.startsWith('Q'),
  createdAt: '2024-05-01T16:35:11.530Z',
  ...more,
})
const libreWhole = (more: object) => ({
  conversationId: 'l1',
  title: 'Python',
  options: { model: 'gpt-4-turbo', promptPrefix: 'You are an engineer.' },
  ...more,
})

describe('readExport with an export of LibreChat', () => {
  const none = '00000000-0000-0000-0000-000000000000'

  it('reads messages in a list and nested messages', () => {
    const expected = ['user: Q1', 'Q1 > assistant: A1', 'A1 > user: Q2', 'Q1 > assistant: A2']
    const list = read(
      libreWhole({
        messages: [
          libreSaid('1', none, 'Q1'),
          libreSaid('2', '1', 'A1'),
          libreSaid('3', '2', 'Q2'),
          libreSaid('4', '1', 'A2'),
        ],
      }),
    )
    const nested = read(
      libreWhole({
        recursive: true,
        messages: [
          libreSaid('1', none, 'Q1', {
            children: [
              libreSaid('2', '1', 'A1', { children: [libreSaid('3', '2', 'Q2')] }),
              libreSaid('4', '1', 'A2'),
            ],
          }),
        ],
      }),
    )
    for (const { source, conversations, tree } of [list, nested]) {
      expect(source).toBe('librechat')
      expect(tree.toSorted()).toEqual(expected.toSorted())
      expect(conversations).toMatchObject([
        {
          title: 'Python',
          modelId: 'gpt-4-turbo',
          settings: { systemPrompt: 'You are an engineer.' },
          createdAt: new Date('2024-05-01T16:35:11.530Z'),
        },
      ])
    }
  })

  it('reads messages in parts, and chains of a thousand messages', () => {
    const content = [
      { type: 'think', think: 'Hm.' },
      { type: 'text', text: { value: 'A1' } },
    ]
    const { messages } = read(
      libreWhole({ messages: [libreSaid('1', none, 'Q1'), libreSaid('2', '1', '', { content })] }),
    )
    expect(messages[1]).toMatchObject({ text: 'A1', reasoning: 'Hm.' })
    let nested: object = libreSaid('1000', '', 'Q1000')
    for (let at = 999; at > 0; at--)
      nested = libreSaid(`${at}`, '', `Q${at}`, { children: [nested] })
    expect(read(libreWhole({ messagesTree: [nested] })).messages).toHaveLength(1_000)
  })
})

it('readExport skips only the invalid message or conversation', () => {
  const { problems, conversations } = read([
    { name: 'Odd', chat_messages: [{ sender: 5 }] },
    {
      name: 'Fine',
      chat_messages: [{ sender: 'human', text: 'Hi', content: 'x', attachments: 7 }],
    },
  ])
  expect(problems).toMatchObject([{ title: 'Odd' }])
  expect(conversations).toMatchObject([{ title: 'Fine' }])
})
