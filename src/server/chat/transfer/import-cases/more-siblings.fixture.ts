import {
  claudeChat,
  claudeMessage,
  gptChat,
  gptNode,
  gptText,
  libreChatExport,
  toJson,
  toZip,
  webUiChat,
} from './foreign-exports.fixture.ts'
import type { ImportCase } from './import-case.fixture.ts'

const node = (id: string, parent: string | null, message: unknown) => ({
  id,
  parent,
  children: [],
  message,
})
const question = (text: string) => ({
  author: { role: 'user' },
  content: { content_type: 'text', parts: [text] },
})
const reply = (text: string) => ({
  author: { role: 'assistant' },
  content: { content_type: 'text', parts: [text] },
})

const chatGpt: readonly ImportCase[] = [
  {
    name: 'more: ChatGPT without metadata, with the model of the chat',
    export: () =>
      toJson([
        {
          conversation_id: 'm1',
          title: 'Kiln 301',
          default_model_slug: 'gpt-5-thinking-302',
          mapping: {
            a: node('a', null, question('Ask 303')),
            b: node('b', 'a', reply('Reply 304')),
          },
          current_node: 'b',
        },
      ]),
    kept: ['Kiln 301', 'Ask 303', 'Reply 304', 'gpt-5-thinking-302'],
  },
  {
    name: 'more: ChatGPT with a ZIP of several lists',
    export: () =>
      toZip({
        'conversations-000.json': [
          gptChat([gptText('a', 'q', 'assistant', 'First list 305')], { id: 'l1' }),
        ],
        'conversations-001.json': [
          gptChat([gptText('a', 'q', 'assistant', 'Second list 306')], { id: 'l2' }),
        ],
        'user.json': { id: 'u', email: 'a@a.example' },
      }),
    kept: ['First list 305', 'Second list 306'],
  },
  {
    name: 'more: ChatGPT with lists in a folder of the ZIP',
    export: () =>
      toZip({
        'export 2026/conversations.json': [
          gptChat([gptText('a', 'q', 'assistant', 'In a folder 307')], { id: 'l3' }),
        ],
        'export 2026/chat.html': '<html></html>',
        '__MACOSX/export 2026/._conversations.json': 'x',
      }),
    kept: ['In a folder 307'],
  },
  {
    name: 'more: ChatGPT with an object around the list',
    export: () =>
      toJson({
        conversations: [gptChat([gptText('a', 'q', 'assistant', 'Wrapped 308')], { id: 'w1' })],
      }),
    kept: ['Wrapped 308'],
  },
  {
    name: 'more: ChatGPT with one chat',
    export: () => toJson(gptChat([gptText('a', 'q', 'assistant', 'Alone 309')], { id: 'o1' })),
    kept: ['Alone 309'],
  },
  {
    name: 'more: ChatGPT with content as text, no author and no content',
    export: () =>
      toJson([
        {
          ...gptChat([], { id: 'c1' }),
          mapping: {
            q: gptNode(gptText('q', null, 'user', 'Ask 310')),
            a: node('a', 'q', { author: { role: 'assistant' }, content: 'Plain 311' }),
            b: node('b', 'a', { content: { content_type: 'text', parts: ['No author 312'] } }),
            c: node('c', 'b', { author: null, content: null }),
          },
        },
      ]),
    kept: ['Ask 310', 'Plain 311', 'No author 312'],
  },
  {
    name: 'more: ChatGPT with messages as a list',
    export: () =>
      toJson([
        {
          id: 'ml',
          title: 'Listed',
          messages: [question('Ask 313'), reply('Reply 314')],
        },
      ]),
    kept: ['Ask 313', 'Reply 314'],
  },
  {
    name: 'more: ChatGPT with a mapping as a list',
    export: () =>
      toJson([
        {
          id: 'mp',
          title: 'Mapped',
          mapping: [node('a', null, question('Ask 315')), node('b', 'a', reply('Reply 316'))],
        },
      ]),
    kept: ['Ask 315', 'Reply 316'],
  },
  {
    name: 'more: ChatGPT with sources in groups',
    export: () =>
      toJson([
        gptChat(
          [
            {
              ...gptText('a', 'q', 'assistant', 'So it is 317.'),
              more: {
                metadata: {
                  content_references: [
                    {
                      type: 'grouped_webpages',
                      items: [
                        { title: 'Page 318', url: 'https://example.org/318', snippet: 'Words 319' },
                      ],
                    },
                  ],
                },
              },
            },
          ],
          { id: 'cr' },
        ),
      ]),
    kept: ['So it is 317.', 'Page 318', 'https://example.org/318'],
  },
  {
    name: 'more: ChatGPT with speech as text',
    export: () =>
      toJson([
        gptChat(
          [
            {
              id: 'a',
              parent: 'q',
              role: 'assistant',
              content: {
                content_type: 'multimodal_text',
                parts: [
                  { content_type: 'audio_transcription', text: 'Spoken 320', direction: 'out' },
                  {
                    content_type: 'real_time_user_audio_video_asset_pointer',
                    audio_asset_pointer: { asset_pointer: 'sediment://file_321' },
                  },
                ],
              },
            },
          ],
          { id: 'au' },
        ),
      ]),
    kept: ['Spoken 320'],
    reported: ['file_321'],
  },
  {
    name: 'more: ChatGPT with an error of the system and a model’s context',
    export: () =>
      toJson([
        gptChat(
          [
            {
              id: 's',
              parent: 'q',
              role: 'tool',
              content: { content_type: 'system_error', name: 'tool_error', text: 'Broke 322' },
            },
            {
              id: 'm',
              parent: 's',
              role: 'assistant',
              content: {
                content_type: 'model_editable_context',
                model_set_context: 'Remembered 323',
              },
            },
            gptText('a', 'm', 'assistant', 'Answer 324'),
          ],
          { id: 'se' },
        ),
      ]),
    kept: ['Broke 322', 'Answer 324'],
    reported: ['Memories of ChatGPT'],
  },
]

const claude: readonly ImportCase[] = [
  {
    name: 'more: Claude with text only in its content',
    export: () =>
      toJson([
        claudeChat([
          claudeMessage('m1', 'human', { text: '', content: [{ type: 'text', text: 'Ask 331' }] }),
          claudeMessage('m2', 'assistant', {
            text: 'Old 332',
            content: [
              { type: 'text', text: 'New 333' },
              { type: 'voice_note', title: 'Note 334', text: 'Spoken 335' },
            ],
          }),
        ]),
      ]),
    kept: ['Ask 331', 'New 333', 'Spoken 335'],
  },
  {
    name: 'more: Claude with one chat, and with the role instead of the sender',
    export: () =>
      toJson(
        claudeChat([
          { uuid: 'm1', role: 'user', text: 'Ask 336' },
          { uuid: 'm2', role: 'assistant', text: 'Reply 337' },
        ]),
      ),
    kept: ['Ask 336', 'Reply 337'],
  },
  {
    name: 'more: Claude with a file that a tool creates',
    export: () =>
      toJson([
        claudeChat([
          claudeMessage('m1', 'human', { text: 'Write' }),
          claudeMessage('m2', 'assistant', {
            content: [
              {
                type: 'tool_use',
                id: 't',
                name: 'create_file',
                input: { path: '/mnt/out/plan.md', file_text: 'Plan 338' },
              },
              {
                type: 'tool_result',
                tool_use_id: 't',
                name: 'create_file',
                content: [{ type: 'text', text: 'File created 339' }],
              },
              { type: 'text', text: 'Done 340' },
            ],
          }),
        ]),
      ]),
    kept: ['Plan 338', 'Done 340'],
  },
  {
    name: 'more: Claude with an attachment without text',
    export: () =>
      toJson([
        claudeChat([
          claudeMessage('m1', 'human', {
            text: 'Read 341',
            attachments: [{ file_name: 'scan 342.pdf', file_type: 'pdf' }],
          }),
          claudeMessage('m2', 'assistant', { text: 'Read it 343' }),
        ]),
      ]),
    kept: ['Read 341', 'Read it 343'],
    reported: ['scan 342.pdf'],
  },
  {
    name: 'more: Claude with a token limit and flags',
    export: () =>
      toJson([
        claudeChat([
          claudeMessage('m1', 'human', { text: 'Ask 344' }),
          claudeMessage('m2', 'assistant', {
            content: [{ type: 'text', text: 'Half 345', flags: null, citations: null }],
            truncated: true,
          }),
          claudeMessage('m3', 'assistant', {
            content: [{ type: 'token_budget' }, { type: 'text', text: 'Rest 346' }],
          }),
        ]),
      ]),
    kept: ['Ask 344', 'Half 345', 'Rest 346'],
  },
  {
    name: 'more: Claude with a title that is null and messages that are null',
    export: () =>
      toJson([
        claudeChat([claudeMessage('m1', 'human', { text: 'Ask 347' })], { name: null }),
        { uuid: 'empty-348', name: 'Empty 348', chat_messages: null },
      ]),
    kept: ['Ask 347'],
    reported: ['Empty 348'],
  },
]

const others: readonly ImportCase[] = [
  {
    name: 'more: Open WebUI with several models and null content',
    export: () =>
      toJson([
        webUiChat([
          { id: 'u', parentId: null, role: 'user', content: 'Ask 351', models: ['a', 'b'] },
          { id: 'a', parentId: 'u', role: 'assistant', model: 'model-a-352', content: 'One 353' },
          { id: 'b', parentId: 'u', role: 'assistant', model: 'model-b-354', content: 'Two 355' },
          { id: 'c', parentId: 'u', role: 'assistant', content: null },
        ]),
      ]),
    kept: ['Ask 351', 'One 353', 'Two 355', 'model-a-352', 'model-b-354'],
  },
  {
    name: 'more: Open WebUI with a current message that does not exist',
    export: () => {
      const chat = webUiChat([
        { id: 'u', parentId: null, role: 'user', content: 'Ask 356' },
        { id: 'a', parentId: 'gone', role: 'assistant', content: 'Lost parent 357' },
      ])
      const inner = chat['chat'] as { history: object }
      return toJson([
        { ...chat, chat: { ...inner, history: { ...inner.history, currentId: 'gone' } } },
      ])
    },
    kept: ['Ask 356', 'Lost parent 357'],
  },
  {
    name: 'more: Open WebUI with chats in “data”',
    export: () =>
      toJson({
        data: [webUiChat([{ id: 'u', parentId: null, role: 'user', content: 'In data 358' }])],
      }),
    kept: ['In data 358'],
  },
  {
    name: 'more: LibreChat with parts that think and fail',
    export: () =>
      toJson(
        libreChatExport([
          { messageId: 'u', parentMessageId: null, isCreatedByUser: true, text: 'Ask 361' },
          {
            messageId: 'a',
            parentMessageId: 'u',
            isCreatedByUser: false,
            sender: 'Claude 362',
            text: '',
            content: [
              { type: 'think', think: 'Thought 363' },
              { type: 'text', text: { value: 'Said 364' } },
              { type: 'error', error: 'Broke 365' },
            ],
          },
        ]),
      ),
    kept: ['Ask 361', 'Thought 363', 'Said 364', 'Broke 365'],
  },
  {
    name: 'more: LibreChat with the messages in a tree',
    export: () =>
      toJson(
        libreChatExport([], {
          messages: undefined,
          messagesTree: [
            {
              messageId: 'u',
              isCreatedByUser: true,
              text: 'Root 366',
              children: [
                { messageId: 'a', isCreatedByUser: false, text: 'Child 367', children: [] },
              ],
            },
          ],
        }),
      ),
    kept: ['Root 366', 'Child 367'],
  },
  {
    name: 'more: LibreChat with a list of chats and a null title',
    export: () =>
      toJson([
        libreChatExport(
          [{ messageId: 'u', parentMessageId: null, isCreatedByUser: true, text: 'Listed 368' }],
          { title: null, conversationId: 'lc1' },
        ),
      ]),
    kept: ['Listed 368'],
  },
  {
    name: 'more: DeepSeek’s fragments',
    export: () =>
      toJson([
        {
          id: 'd1',
          title: 'Deep 371',
          inserted_at: '2025-02-01T00:00:00Z',
          updated_at: '2025-02-01T00:01:00Z',
          mapping: {
            root: { id: 'root', parent: null, children: ['1'], message: null },
            1: {
              id: '1',
              parent: 'root',
              children: ['2'],
              message: {
                files: [],
                model: 'deepseek-chat',
                inserted_at: '2025-02-01T00:00:00Z',
                fragments: [{ type: 'REQUEST', content: 'Ask 372' }],
              },
            },
            2: {
              id: '2',
              parent: '1',
              children: [],
              message: {
                files: [],
                model: 'deepseek-reasoner-373',
                inserted_at: '2025-02-01T00:00:30Z',
                fragments: [
                  { type: 'THINK', content: 'Thought 374' },
                  { type: 'RESPONSE', content: 'Reply 375' },
                ],
              },
            },
          },
        },
      ]),
    kept: ['Deep 371', 'Ask 372', 'Thought 374', 'Reply 375', 'deepseek-reasoner-373'],
  },
  {
    name: 'more: plain messages of an API',
    export: () =>
      toJson({
        title: 'Request 381',
        messages: [
          { role: 'system', content: 'Be brief 382' },
          { role: 'user', content: 'Ask 383' },
          { role: 'assistant', content: [{ type: 'text', text: 'Reply 384' }] },
        ],
      }),
    kept: ['Ask 383', 'Reply 384', 'Be brief 382'],
  },
  {
    name: 'more: plain messages of an API as JSON Lines',
    export: () =>
      new Uint8Array(
        Buffer.from(
          ['385', '386']
            .map((id) =>
              JSON.stringify({
                messages: [
                  { role: 'user', content: `Ask ${id}` },
                  { role: 'assistant', content: `Reply ${id}` },
                ],
              }),
            )
            .join('\n'),
        ),
      ),
    kept: ['Ask 385', 'Reply 385', 'Ask 386', 'Reply 386'],
  },
  {
    name: 'more: Grok’s responses',
    export: () =>
      toJson({
        conversations: [
          {
            conversation: { id: 'g1', title: 'Grok 391', create_time: '2025-03-01T00:00:00Z' },
            responses: [
              { response: { _id: 'a', sender: 'human', message: 'Ask 392' } },
              {
                response: { _id: 'b', sender: 'ASSISTANT', message: 'Reply 393', model: 'grok-3' },
              },
            ],
          },
        ],
      }),
    kept: ['Ask 392', 'Reply 393'],
  },
]

/** Cases from further bug reports, written independently of the other cases. */
export const moreImportSiblings: readonly ImportCase[] = [...chatGpt, ...claude, ...others]
