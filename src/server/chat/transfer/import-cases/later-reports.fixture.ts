import { zipSync, strToU8 } from 'fflate'
import type { ImportCase } from './import-case.fixture.ts'
const u = (v: unknown) => strToU8(JSON.stringify(v))
const c = (name: string, value: unknown, kept: string[], reported: string[] = []): ImportCase => ({
  name,
  export: () => u(value),
  kept,
  reported,
})
const z = (
  name: string,
  files: Record<string, unknown>,
  kept: string[],
  reported: string[] = [],
): ImportCase => ({
  name,
  export: () =>
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([k, v]) => [
          k,
          v instanceof Uint8Array ? v : typeof v === 'string' ? strToU8(v) : u(v),
        ]),
      ),
    ),
  kept,
  reported,
})
const gpt = (
  nodes: { role: string; content: object; metadata?: object; more?: object }[],
  about: object = {},
) => {
  const mapping: Record<string, unknown> = {
    root: { id: 'root', message: null, parent: null, children: ['n0'] },
  }
  nodes.forEach(({ role, content, metadata = {}, more = {} }, i) => {
    mapping[`n${i}`] = {
      id: `n${i}`,
      parent: i ? `n${i - 1}` : 'root',
      children: i + 1 < nodes.length ? [`n${i + 1}`] : [],
      message: {
        id: `n${i}`,
        author: { role, name: null, metadata: {} },
        create_time: 1760000000 + i,
        content,
        status: 'finished_successfully',
        end_turn: true,
        weight: 1,
        metadata,
        recipient: 'all',
        channel: null,
        ...more,
      },
    }
  })
  return [
    {
      title: 'T',
      create_time: 1760000000,
      update_time: 1760000100,
      mapping,
      current_node: `n${nodes.length - 1}`,
      conversation_id: 'conv1',
      default_model_slug: 'gpt-5',
      ...about,
    },
  ]
}
const text = (s: string) => ({ content_type: 'text', parts: [s] })
const claudeOne = (messages: object[], more: object = {}) => [
  {
    uuid: 'c1',
    name: 'T',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    account: { uuid: 'a' },
    chat_messages: messages,
    ...more,
  },
]
const cm = (uuid: string, sender: string, content: unknown[], more: object = {}) => ({
  uuid,
  text: '',
  content,
  sender,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  attachments: [],
  files: [],
  ...more,
})
const png = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
/** Exports of other programs, in the forms that their source code and reports describe. */
export const laterImportReports: readonly ImportCase[] = [
  c(
    'gpt thoughts and recap',
    gpt([
      { role: 'user', content: text('ASK') },
      {
        role: 'assistant',
        content: {
          content_type: 'thoughts',
          thoughts: [{ summary: 'Weighing', content: 'THOUGHT ONE' }],
          source_analysis_msg_id: 'x',
        },
      },
      {
        role: 'assistant',
        content: { content_type: 'reasoning_recap', content: 'Thought for 7 seconds' },
      },
      { role: 'assistant', content: text('ANSWER'), metadata: { model_slug: 'gpt-5-thinking' } },
    ]),
    ['ASK', 'THOUGHT ONE', 'ANSWER', 'gpt-5-thinking'],
  ),
  c(
    'gpt custom instructions',
    gpt([
      {
        role: 'user',
        content: {
          content_type: 'user_editable_context',
          user_profile: 'The user profile: I LIKE CATS',
          user_instructions: 'ANSWER SHORTLY',
        },
        metadata: {
          is_visually_hidden_from_conversation: true,
          is_user_system_message: true,
          user_context_message_data: {
            about_user_message: 'I LIKE CATS',
            about_model_message: 'ANSWER SHORTLY',
          },
        },
      },
      { role: 'user', content: text('ASK') },
      { role: 'assistant', content: text('ANSWER') },
    ]),
    ['ASK', 'ANSWER', 'ANSWER SHORTLY'],
  ),
  c(
    'gpt grouped_webpages references',
    gpt([
      { role: 'user', content: text('ASK') },
      {
        role: 'assistant',
        content: text('It rains. \ue200cite\ue202turn0search1\ue201'),
        metadata: {
          content_references: [
            {
              matched_text: '\ue200cite\ue202turn0search1\ue201',
              start_idx: 10,
              end_idx: 30,
              type: 'grouped_webpages',
              items: [{ title: 'Weather', url: 'https://w.example/rain', snippet: 's' }],
              alt: '([w](https://w.example/rain))',
            },
          ],
        },
      },
    ]),
    ['It rains.', 'https://w.example/rain'],
  ),
  c(
    'gpt tool bio memory and web.run',
    gpt([
      { role: 'user', content: text('ASK') },
      {
        role: 'assistant',
        content: {
          content_type: 'code',
          language: 'unknown',
          text: '{"search_query":[{"q":"RAIN QUERY"}]}',
        },
        more: { recipient: 'web.run' },
      },
      {
        role: 'tool',
        content: { content_type: 'text', parts: ['TOOL RESULT'] },
        more: { author: { role: 'tool', name: 'web.run', metadata: {} } },
      },
      { role: 'assistant', content: text('ANSWER') },
    ]),
    ['RAIN QUERY', 'TOOL RESULT', 'ANSWER'],
  ),
  c(
    'claude thinking, web search',
    claudeOne([
      cm('m1', 'human', [{ type: 'text', text: 'ASK' }]),
      cm('m2', 'assistant', [
        { type: 'thinking', thinking: 'PONDER', summaries: [{ summary: 's' }], cut_off: false },
        { type: 'tool_use', id: 't', name: 'web_search', input: { query: 'RAIN QUERY' } },
        {
          type: 'tool_result',
          tool_use_id: 't',
          name: 'web_search',
          content: [
            {
              type: 'knowledge',
              title: 'Weather',
              url: 'https://w.example/rain',
              metadata: {},
              text: 'RESULT WORDS',
            },
          ],
          is_error: false,
        },
        { type: 'text', text: 'ANSWER', citations: [] },
        { type: 'token_budget' },
        { type: 'flag', flag: 'x' },
      ]),
    ]),
    ['ASK', 'PONDER', 'RAIN QUERY', 'https://w.example/rain', 'ANSWER'],
  ),
  c(
    'claude create_file tool',
    claudeOne([
      cm('m1', 'human', [{ type: 'text', text: 'ASK' }]),
      cm('m2', 'assistant', [
        {
          type: 'tool_use',
          id: 't',
          name: 'create_file',
          input: {
            path: '/mnt/user-data/outputs/poem.md',
            file_text: 'ROSES ARE RED',
            description: 'd',
          },
        },
        {
          type: 'tool_result',
          tool_use_id: 't',
          name: 'create_file',
          content: [{ type: 'text', text: 'created' }],
        },
        { type: 'text', text: 'ANSWER' },
      ]),
    ]),
    ['ROSES ARE RED', 'poem.md', 'ANSWER'],
  ),
  c(
    'claude voice note',
    claudeOne([
      cm('m1', 'human', [{ type: 'voice_note', title: 'V', text: 'SPOKEN WORDS' }]),
      cm('m2', 'assistant', [{ type: 'text', text: 'ANSWER' }]),
    ]),
    ['SPOKEN WORDS', 'ANSWER'],
  ),
  z(
    'gemini takeout',
    {
      'Takeout/My Activity/Gemini Apps/MyActivity.json': [
        {
          header: 'Gemini Apps',
          title: 'Prompted How does polarization work?',
          time: '2026-03-02T09:15:00.000Z',
          products: ['Gemini Apps'],
          activityControls: ['Gemini Apps Activity'],
          safeHtmlItem: [
            {
              html: '<p>Polarized lenses contain a <strong>filter</strong>.</p><ul><li>ONE ITEM</li></ul>',
            },
          ],
        },
      ],
      'Takeout/archive_browser.html': '<html></html>',
    },
    ['How does polarization work?', 'Polarized lenses contain a', 'ONE ITEM'],
  ),
  c(
    'typing mind',
    {
      data: {
        chats: [
          {
            id: 'x',
            chatID: 'x',
            chatTitle: 'TM TITLE',
            createdAt: '2026-01-01T00:00:00Z',
            model: 'gpt-4o',
            modelInfo: { id: 'gpt-4o', title: 'GPT-4o' },
            folderID: 'f',
            messages: [
              {
                uuid: '1',
                role: 'user',
                content: [{ type: 'text', text: 'ASK' }],
                createdAt: '2026-01-01T00:00:00Z',
              },
              { uuid: '2', role: 'assistant', content: 'ANSWER', model: 'gpt-4o' },
            ],
          },
        ],
        folders: [{ id: 'f', title: 'FOLDER NAME' }],
        promptSettings: {},
        userPrompts: [{ title: 'p' }],
      },
    },
    ['TM TITLE', 'ASK', 'ANSWER', 'gpt-4o'],
  ),
  z(
    'jan threads',
    {
      'threads/th1/thread.json': {
        id: 'th1',
        object: 'thread',
        title: 'JAN TITLE',
        created: 1760000000,
        assistants: [
          { assistant_id: 'jan', model: { id: 'llama3.2-3b' }, instructions: 'BE KIND' },
        ],
      },
      'threads/th1/messages.jsonl': [
        {
          id: '1',
          object: 'thread.message',
          thread_id: 'th1',
          role: 'user',
          content: [{ type: 'text', text: { value: 'ASK', annotations: [] } }],
          created_at: 1760000000000,
        },
        {
          id: '2',
          object: 'thread.message',
          thread_id: 'th1',
          role: 'assistant',
          content: [{ type: 'text', text: { value: 'ANSWER', annotations: [] } }],
          created_at: 1760000001000,
        },
      ]
        .map((x) => JSON.stringify(x))
        .join('\n'),
    },
    ['JAN TITLE', 'ASK', 'ANSWER', 'llama3.2-3b'],
  ),
  z(
    'cherry studio',
    {
      'data.json': {
        time: 1,
        version: 5,
        localStorage: {
          'persist:cherry-studio': JSON.stringify({
            assistants: JSON.stringify({
              assistants: [
                {
                  id: 'a',
                  name: 'Helper',
                  prompt: 'p',
                  topics: [{ id: 't1', name: 'CHERRY TITLE', createdAt: '2026-01-01T00:00:00Z' }],
                },
              ],
            }),
          }),
        },
        indexedDB: {
          topics: [
            {
              id: 't1',
              messages: [
                {
                  id: 'm1',
                  role: 'user',
                  topicId: 't1',
                  createdAt: '2026-01-01T00:00:00Z',
                  blocks: ['b1'],
                },
                {
                  id: 'm2',
                  role: 'assistant',
                  topicId: 't1',
                  createdAt: '2026-01-01T00:00:01Z',
                  model: { id: 'qwen-max', name: 'Qwen Max' },
                  blocks: ['b2', 'b3'],
                },
              ],
            },
          ],
          message_blocks: [
            { id: 'b1', messageId: 'm1', type: 'main_text', content: 'ASK' },
            { id: 'b2', messageId: 'm2', type: 'thinking', content: 'PONDER' },
            { id: 'b3', messageId: 'm2', type: 'main_text', content: 'ANSWER' },
          ],
          files: [],
          settings: [],
        },
      },
    },
    ['CHERRY TITLE', 'ASK', 'PONDER', 'ANSWER', 'qwen-max'],
  ),
  c(
    'lobe chat',
    {
      exportType: 'all',
      version: 7,
      state: {
        sessions: [{ id: 's1', meta: { title: 'Agent' }, config: { systemRole: 'BE KIND' } }],
        topics: [{ id: 't1', sessionId: 's1', title: 'LOBE TITLE', createdAt: 1760000000000 }],
        messages: [
          {
            id: 'm1',
            role: 'user',
            content: 'ASK',
            sessionId: 's1',
            topicId: 't1',
            createdAt: 1760000000000,
          },
          {
            id: 'm2',
            role: 'assistant',
            content: 'ANSWER',
            parentId: 'm1',
            sessionId: 's1',
            topicId: 't1',
            createdAt: 1760000001000,
            extra: { fromModel: 'deepseek-chat' },
          },
        ],
      },
    },
    ['LOBE TITLE', 'ASK', 'ANSWER', 'deepseek-chat'],
  ),
  c(
    'nextchat backup',
    {
      'chat-next-web-store': {
        sessions: [
          {
            id: 's',
            topic: 'NEXT TITLE',
            memoryPrompt: '',
            messages: [
              { id: '1', date: '1/1/2026', role: 'user', content: 'ASK' },
              { id: '2', date: '1/1/2026', role: 'assistant', content: 'ANSWER', model: 'gpt-4o' },
            ],
            mask: { name: 'x', context: [] },
          },
        ],
        currentSessionIndex: 0,
      },
      'access-control': {},
    },
    ['NEXT TITLE', 'ASK', 'ANSWER', 'gpt-4o'],
  ),
  c(
    'chatbox backup',
    {
      __exported_items: ['key', 'conversations'],
      'chat-sessions-list': [{ id: 's1', name: 'BOX TITLE' }],
      'session:s1': {
        id: 's1',
        type: 'chat',
        name: 'BOX TITLE',
        messages: [
          { id: '1', role: 'system', contentParts: [{ type: 'text', text: 'BE KIND' }] },
          {
            id: '2',
            role: 'user',
            contentParts: [{ type: 'text', text: 'ASK' }],
            timestamp: 1760000000000,
          },
          {
            id: '3',
            role: 'assistant',
            contentParts: [
              { type: 'reasoning', text: 'PONDER' },
              { type: 'text', text: 'ANSWER' },
            ],
            model: 'Claude (claude-4)',
            timestamp: 1760000001000,
          },
        ],
      },
      settings: {},
    },
    ['BOX TITLE', 'ASK', 'PONDER', 'ANSWER', 'claude-4'],
  ),
  c(
    'lm studio conversation',
    {
      name: 'LM TITLE',
      createdAt: 1760000000000,
      systemPrompt: 'BE KIND',
      messages: [
        {
          versions: [
            { type: 'singleStep', role: 'user', content: [{ type: 'text', text: 'ASK' }] },
          ],
          currentlySelected: 0,
        },
        {
          versions: [
            {
              type: 'multiStep',
              role: 'assistant',
              senderInfo: { senderName: 'qwen3-8b' },
              steps: [
                {
                  type: 'contentBlock',
                  stepIdentifier: 'x',
                  content: [{ type: 'text', text: 'PONDER' }],
                  style: { type: 'thinking', ended: true },
                },
                {
                  type: 'contentBlock',
                  stepIdentifier: 'y',
                  content: [{ type: 'text', text: 'ANSWER' }],
                },
              ],
            },
          ],
          currentlySelected: 0,
        },
      ],
    },
    ['LM TITLE', 'ASK', 'PONDER', 'ANSWER', 'qwen3-8b'],
  ),
  c(
    'vscode copilot chat export',
    {
      requesterUsername: 'me',
      responderUsername: 'GitHub Copilot',
      initialLocation: 'panel',
      requests: [
        {
          requestId: 'r',
          message: { text: 'ASK', parts: [] },
          variableData: { variables: [] },
          response: [
            { value: 'ANSWER ', supportThemeIcons: false },
            { kind: 'inlineReference', inlineReference: { path: '/a.ts' } },
            { value: 'MORE' },
          ],
          modelId: 'copilot/gpt-4.1',
          timestamp: 1760000000000,
        },
      ],
    },
    ['ASK', 'ANSWER', 'MORE', 'gpt-4.1'],
  ),
  {
    name: 'copilot consumer CSV',
    export: () =>
      strToU8(
        'Conversation,Time,Author,Message\r\n"CP TITLE","2026-01-01T00:00:00","Human","ASK, with comma"\r\n"CP TITLE","2026-01-01T00:00:05","AI","ANSWER\nline two"\r\n',
      ),
    kept: ['CP TITLE', 'ASK, with comma', 'ANSWER\nline two'],
  },
  c(
    'big-agi',
    {
      conversations: [
        {
          id: 'b',
          userTitle: 'AGI TITLE',
          messages: [
            {
              id: '1',
              role: 'user',
              fragments: [{ ft: 'content', fId: 'x', part: { pt: 'text', text: 'ASK' } }],
              created: 1,
            },
            {
              id: '2',
              role: 'assistant',
              fragments: [
                {
                  ft: 'content',
                  fId: 'y',
                  part: { pt: 'ma', aText: 'PONDER', aType: 'reasoning' },
                },
                { ft: 'content', fId: 'y', part: { pt: 'text', text: 'ANSWER' } },
              ],
              generator: { mgt: 'aix', name: 'claude-x' },
              created: 2,
            },
          ],
          systemPurposeId: 'Generic',
          created: 1,
          updated: 2,
        },
      ],
    },
    ['AGI TITLE', 'ASK', 'PONDER', 'ANSWER', 'claude-x'],
  ),
  {
    name: 'sillytavern jsonl',
    export: () =>
      strToU8(
        [
          { user_name: 'Ann', character_name: 'Bot', create_date: '2026-01-01', chat_metadata: {} },
          { name: 'Ann', is_user: true, send_date: 'January 1, 2026 1:00pm', mes: 'ASK' },
          {
            name: 'Bot',
            is_user: false,
            mes: 'ANSWER',
            swipes: ['OTHER SWIPE', 'ANSWER'],
            swipe_id: 1,
            extra: { model: 'mytho', reasoning: 'PONDER' },
          },
        ]
          .map((x) => JSON.stringify(x))
          .join('\n'),
      ),
    kept: ['ASK', 'ANSWER', 'PONDER', 'mytho'],
  },
  z(
    'chatgpt zip with voice audio dir and deep research',
    {
      'conversations.json': gpt([
        {
          role: 'user',
          content: {
            content_type: 'multimodal_text',
            parts: [
              { content_type: 'audio_transcription', text: 'SPOKEN', direction: 'in' },
              {
                content_type: 'real_time_user_audio_video_asset_pointer',
                audio_asset_pointer: { asset_pointer: 'file-service://file-abc' },
                frames_asset_pointers: [],
              },
            ],
          },
        },
        {
          role: 'assistant',
          content: text('REPORT WORDS'),
          metadata: { is_async_task_result_message: true },
        },
      ]),
      'conv1/audio/file_abc-1.wav': png,
      'user.json': { id: 'x' },
    },
    ['SPOKEN', 'REPORT WORDS'],
    ['file_abc-1.wav'],
  ),

  c(
    'claude null content, text only, branches',
    [
      {
        uuid: 'c',
        name: '',
        created_at: '2026-01-01T00:00:00Z',
        updated_at: '2026-01-01T00:00:00Z',
        chat_messages: [
          {
            uuid: '1',
            text: 'ASK',
            content: null,
            sender: 'human',
            created_at: '2026-01-01T00:00:00Z',
            attachments: [
              {
                file_name: 'notes.txt',
                file_type: 'txt',
                file_size: 5,
                extracted_content: 'NOTE WORDS',
              },
            ],
            files: [{ file_name: 'photo.png' }],
            parent_message_uuid: '00000000-0000-4000-8000-000000000000',
          },
          {
            uuid: '2',
            text: 'FIRST',
            content: [{ type: 'text', text: 'FIRST' }],
            sender: 'assistant',
            created_at: '2026-01-01T00:00:01Z',
            attachments: [],
            files: [],
            parent_message_uuid: '1',
          },
          {
            uuid: '3',
            text: 'SECOND',
            content: [{ type: 'text', text: 'SECOND' }],
            sender: 'assistant',
            created_at: '2026-01-01T00:00:02Z',
            attachments: [],
            files: [],
            parent_message_uuid: '1',
          },
        ],
      },
    ],
    ['ASK', 'NOTE WORDS', 'FIRST', 'SECOND'],
    ['photo.png'],
  ),
  c(
    'gpt browsing quote and system error',
    [
      {
        title: 'T',
        create_time: 1760000000,
        update_time: 1760000100,
        current_node: 'd',
        mapping: {
          a: {
            id: 'a',
            parent: null,
            children: ['b'],
            message: {
              id: 'a',
              author: { role: 'user' },
              content: {
                content_type: 'multimodal_text',
                parts: [
                  {
                    content_type: 'image_asset_pointer',
                    asset_pointer: 'sediment://file_abc',
                    size_bytes: 1,
                    width: 1,
                    height: 1,
                  },
                  'ASK',
                ],
              },
              metadata: { attachments: [{ id: 'file_abc', name: 'cat.png' }] },
            },
          },
          b: {
            id: 'b',
            parent: 'a',
            children: ['c'],
            message: {
              id: 'b',
              author: { role: 'tool', name: 'browser' },
              content: {
                content_type: 'tether_quote',
                url: 'https://q.example/p',
                domain: 'q.example',
                text: 'QUOTED WORDS',
                title: 'Quote',
              },
              metadata: {},
            },
          },
          c: {
            id: 'c',
            parent: 'b',
            children: ['d'],
            message: {
              id: 'c',
              author: { role: 'tool', name: 'python' },
              content: { content_type: 'system_error', name: 'tool_error', text: 'TOOL BROKE' },
              metadata: {},
            },
          },
          d: {
            id: 'd',
            parent: 'c',
            children: [],
            message: {
              id: 'd',
              author: { role: 'assistant' },
              content: { content_type: 'text', parts: ['ANSWER'] },
              metadata: {},
            },
          },
        },
      },
    ],
    ['ASK', 'QUOTED WORDS', 'TOOL BROKE', 'ANSWER'],
    ['cat.png'],
  ),
  c(
    'open webui error, document and tags',
    [
      {
        id: 'x',
        title: 'T',
        created_at: 1760000000,
        updated_at: 1760000000,
        meta: { tags: ['work'] },
        chat: {
          title: 'T',
          models: ['m'],
          history: {
            currentId: '2',
            messages: {
              1: {
                id: '1',
                parentId: null,
                childrenIds: ['2'],
                role: 'user',
                content: 'ASK',
                timestamp: 1760000000,
                files: [
                  {
                    type: 'file',
                    name: 'doc.txt',
                    file: { filename: 'doc.txt', data: { content: 'DOC WORDS' }, meta: {} },
                  },
                ],
              },
              2: {
                id: '2',
                parentId: '1',
                childrenIds: [],
                role: 'assistant',
                content: '',
                model: 'gpt-x',
                error: { content: 'MODEL BROKE' },
                timestamp: 1760000001,
                done: true,
              },
            },
          },
        },
      },
    ],
    ['ASK', 'DOC WORDS', 'MODEL BROKE', 'gpt-x'],
  ),
  c(
    'librechat think, tool and error parts',
    {
      conversationId: 'l',
      endpoint: 'agents',
      title: 'LIBRE',
      exportAt: 'x',
      branches: true,
      recursive: true,
      options: { model: 'gpt-y' },
      messages: [
        {
          messageId: '1',
          parentMessageId: '00000000-0000-0000-0000-000000000000',
          sender: 'User',
          isCreatedByUser: true,
          text: 'ASK',
          children: [
            {
              messageId: '2',
              parentMessageId: '1',
              sender: 'Agent',
              isCreatedByUser: false,
              text: '',
              model: 'gpt-y',
              content: [
                { type: 'think', think: 'PONDER' },
                {
                  type: 'tool_call',
                  tool_call: { id: 't', name: 'search', args: '{"q":"QUERY"}', output: 'OUTPUT' },
                },
                { type: 'text', text: 'ANSWER' },
                { type: 'error', error: 'AGENT BROKE' },
              ],
              children: [],
            },
          ],
        },
      ],
    },
    ['LIBRE', 'ASK', 'PONDER', 'QUERY', 'OUTPUT', 'ANSWER', 'AGENT BROKE'],
  ),
  c(
    'qwen chat',
    {
      success: true,
      request_id: 'r',
      data: [
        {
          id: 'q',
          user_id: 'u',
          title: 'QWEN TITLE',
          created_at: 1760000000,
          updated_at: 1760000000,
          chat: {
            history: {
              currentId: '2',
              messages: {
                1: {
                  id: '1',
                  parentId: null,
                  childrenIds: ['2'],
                  role: 'user',
                  content: 'ASK',
                  timestamp: 1760000000,
                },
                2: {
                  id: '2',
                  parentId: '1',
                  childrenIds: [],
                  role: 'assistant',
                  content: '',
                  model: 'qwen3-max',
                  content_list: [
                    { content: 'PONDER', phase: 'think', status: 'finished' },
                    { content: 'ANSWER', phase: 'answer', status: 'finished' },
                  ],
                  timestamp: 1760000001,
                },
              },
            },
          },
        },
      ],
    },
    ['QWEN TITLE', 'ASK', 'PONDER', 'ANSWER', 'qwen3-max'],
  ),
  {
    name: 'mistral le chat',
    export: () =>
      zipSync({
        'chat-11111111-1111-1111-1111-111111111111.json': u([
          {
            id: 'a',
            version: 0,
            chatId: '11111111',
            role: 'user',
            content: 'ASK',
            contentChunks: null,
            createdAt: '2026-01-01T00:00:00Z',
            files: [],
          },
          {
            id: 'b',
            version: 0,
            chatId: '11111111',
            role: 'assistant',
            content: '',
            contentChunks: [{ type: 'text', text: 'ANSWER' }],
            createdAt: '2026-01-01T00:00:01Z',
            files: [],
          },
        ]),
      }),
    kept: ['ASK', 'ANSWER'],
  },
  c(
    'hugging face chat',
    [
      {
        title: 'HF TITLE',
        model: 'meta/llama',
        createdAt: '2026-01-01T00:00:00Z',
        messages: [
          { from: 'user', content: 'ASK' },
          { from: 'assistant', content: 'ANSWER' },
        ],
      },
    ],
    ['HF TITLE', 'ASK', 'ANSWER', 'meta/llama'],
  ),
]
