import { strToU8, zipSync } from 'fflate'
import type { ImportCase } from './import-case.fixture.ts'

const toBytes = (value: unknown): Uint8Array =>
  strToU8(typeof value === 'string' ? value : JSON.stringify(value))
const c = (
  name: string,
  value: unknown,
  kept: readonly string[],
  reported: readonly string[] = [],
): ImportCase => ({ name: `program: ${name}`, export: () => toBytes(value), kept, reported })
const z = (
  name: string,
  files: Record<string, unknown>,
  kept: readonly string[],
  reported: readonly string[] = [],
): ImportCase => ({
  name: `program: ${name}`,
  export: () =>
    zipSync(Object.fromEntries(Object.entries(files).map(([path, one]) => [path, toBytes(one)]))),
  kept,
  reported,
})
const toLines = (...records: object[]): string =>
  records.map((one) => JSON.stringify(one)).join('\n')

/** Exports of further programs, in the forms that their source code and reports describe. */
export const programExports: readonly ImportCase[] = [
  z(
    'Le Chat of Mistral',
    {
      'chat-0b9c.json': [
        {
          id: 'm1',
          version: 0,
          chatId: '0b9c',
          content: 'ASK 401',
          contentChunks: null,
          role: 'user',
          createdAt: '2026-01-01T00:00:00.000Z',
          parentId: null,
          files: [],
        },
        {
          id: 'm2',
          version: 0,
          chatId: '0b9c',
          content: '',
          contentChunks: [
            { type: 'text', text: 'ANSWER 402' },
            { type: 'reference', referenceIds: [1] },
          ],
          role: 'assistant',
          model: 'mistral-large-403',
          createdAt: '2026-01-01T00:00:01.000Z',
          parentId: 'm1',
          files: [],
        },
      ],
    },
    ['ASK 401', 'ANSWER 402', 'mistral-large-403'],
  ),
  c(
    'AI Studio of Google',
    {
      runSettings: { temperature: 1, model: 'models/gemini-2.5-pro-404' },
      systemInstruction: { parts: [{ text: 'BE KIND 405' }] },
      chunkedPrompt: {
        chunks: [
          { text: 'ASK 406', role: 'user', tokenCount: 2 },
          { text: 'PONDER 407', role: 'model', isThought: true, thinkingBudget: -1 },
          { text: 'ANSWER 408', role: 'model', finishReason: 'STOP', tokenCount: 3 },
        ],
      },
    },
    ['ASK 406', 'PONDER 407', 'ANSWER 408', 'gemini-2.5-pro-404', 'BE KIND 405'],
  ),
  z(
    'Gemini as a web page',
    {
      'Takeout/My Activity/Gemini Apps/MyActivity.html':
        '<html><head><title>My Activity History</title><style>.x{}</style></head><body><div class="mdl-grid"><div class="outer-cell mdl-cell"><div class="mdl-grid"><div class="header-cell mdl-cell"><p class="mdl-typography--title">Gemini Apps<br></p></div><div class="content-cell mdl-cell mdl-typography--body-1">Prompted&nbsp;ASK 409<br>Mar 2, 2026, 9:15:00&#8239;AM UTC<br><p>ANSWER <b>410</b></p><ul><li>ITEM 411</li></ul></div><div class="content-cell mdl-cell mdl-typography--caption"><b>Products:</b><br>&emsp;Gemini Apps<br></div></div></div></div></body></html>',
    },
    ['ASK 409', 'ANSWER', '410', 'ITEM 411'],
  ),
  c(
    'Qwen Chat',
    {
      success: true,
      request_id: 'r',
      data: [
        {
          id: 'q1',
          title: 'QWEN TITLE 412',
          created_at: 1_760_000_000,
          chat: {
            history: {
              currentId: 'b',
              messages: {
                a: {
                  id: 'a',
                  parentId: null,
                  childrenIds: ['b'],
                  role: 'user',
                  content: 'ASK 413',
                },
                b: {
                  id: 'b',
                  parentId: 'a',
                  childrenIds: [],
                  role: 'assistant',
                  model: 'qwen3-max-414',
                  content: '',
                  content_list: [
                    { content: 'PONDER 415', phase: 'think', status: 'finished' },
                    { content: 'ANSWER 416', phase: 'answer', status: 'finished' },
                  ],
                },
              },
            },
          },
        },
      ],
    },
    ['QWEN TITLE 412', 'ASK 413', 'PONDER 415', 'ANSWER 416', 'qwen3-max-414'],
  ),
  c(
    'HuggingChat',
    [
      {
        title: 'HUG TITLE 417',
        created_at: '2026-01-01T00:00:00Z',
        model: 'meta-llama/Llama-418',
        messages: [
          { from: 'user', content: 'ASK 419', created_at: '2026-01-01T00:00:00Z' },
          { from: 'assistant', content: 'ANSWER 420', created_at: '2026-01-01T00:00:01Z' },
        ],
      },
    ],
    ['HUG TITLE 417', 'ASK 419', 'ANSWER 420', 'Llama-418'],
  ),
  c(
    'text-generation-webui',
    {
      internal: [['ASK 421', 'ANSWER 422']],
      visible: [['ASK 421', 'ANSWER 422']],
      metadata: {},
    },
    ['ASK 421', 'ANSWER 422'],
  ),
  c(
    'the page of llama.cpp',
    [
      {
        conv: {
          id: 'k1',
          name: 'LLAMA TITLE 423',
          lastModified: 1_760_000_000_000,
          currNode: 'm2',
        },
        messages: [
          {
            id: 'm0',
            convId: 'k1',
            role: 'system',
            type: 'root',
            content: '',
            parent: null,
            children: ['m1'],
            timestamp: 1,
          },
          {
            id: 'm1',
            convId: 'k1',
            role: 'user',
            type: 'text',
            content: 'ASK 424',
            parent: 'm0',
            children: ['m2'],
            timestamp: 2,
          },
          {
            id: 'm2',
            convId: 'k1',
            role: 'assistant',
            type: 'text',
            content: 'ANSWER 425',
            thinking: 'PONDER 426',
            model: 'gpt-oss-427',
            parent: 'm1',
            children: [],
            timestamp: 3,
          },
        ],
      },
    ],
    ['LLAMA TITLE 423', 'ASK 424', 'ANSWER 425', 'PONDER 426', 'gpt-oss-427'],
  ),
  c(
    'AnythingLLM',
    [
      {
        id: 1,
        username: 'me',
        workspace: 'SPACE 428',
        prompt: 'ASK 429',
        response: 'ANSWER 430',
        sent_at: '2026-01-01T00:00:00Z',
        rating: '--',
      },
    ],
    ['SPACE 428', 'ASK 429', 'ANSWER 430'],
  ),
  c(
    'ShareGPT',
    [
      {
        id: 's1',
        conversations: [
          { from: 'system', value: 'BE KIND 431' },
          { from: 'human', value: 'ASK 432' },
          { from: 'gpt', value: 'ANSWER 433' },
        ],
      },
    ],
    ['ASK 432', 'ANSWER 433'],
  ),
  c(
    'ChatGPT Exporter',
    {
      metadata: {
        title: 'EXPORTER TITLE 434',
        dates: { created: '1/1/2026' },
        link: 'https://chatgpt.com/c/1',
      },
      messages: [
        { role: 'Prompt', say: 'ASK 435', time: '1/1/2026' },
        { role: 'Response', say: 'ANSWER 436', time: '1/1/2026' },
      ],
    },
    ['EXPORTER TITLE 434', 'ASK 435', 'ANSWER 436'],
  ),
  c(
    'T3 Chat',
    {
      threads: [{ id: 't1', threadId: 't1', title: 'T3 TITLE 437', model: 'gpt-5-438' }],
      messages: [
        {
          id: 'a',
          threadId: 't1',
          role: 'user',
          content: 'ASK 439',
          created_at: '2026-01-01T00:00:00Z',
        },
        {
          id: 'b',
          threadId: 't1',
          role: 'assistant',
          content: 'ANSWER 440',
          model: 'gpt-5-438',
          reasoning: 'PONDER 441',
          created_at: '2026-01-01T00:00:01Z',
        },
      ],
    },
    ['T3 TITLE 437', 'ASK 439', 'ANSWER 440', 'PONDER 441', 'gpt-5-438'],
  ),
  c(
    'Claude Code',
    toLines(
      { type: 'summary', summary: 'CODE TITLE 442', leafUuid: 'b' },
      {
        type: 'user',
        uuid: 'a',
        parentUuid: null,
        sessionId: 's',
        timestamp: '2026-01-01T00:00:00Z',
        message: { role: 'user', content: 'ASK 443' },
      },
      {
        type: 'assistant',
        uuid: 'b',
        parentUuid: 'a',
        sessionId: 's',
        timestamp: '2026-01-01T00:00:01Z',
        message: {
          id: 'm',
          role: 'assistant',
          model: 'claude-444',
          content: [
            { type: 'thinking', thinking: 'PONDER 445', signature: 's' },
            { type: 'text', text: 'ANSWER 446' },
          ],
        },
      },
    ),
    ['CODE TITLE 442', 'ASK 443', 'PONDER 445', 'ANSWER 446', 'claude-444'],
  ),
  c(
    'Codex',
    toLines(
      { timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 's', cwd: '/x' } },
      {
        timestamp: '2026-01-01T00:00:01Z',
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: 'ASK 447' }],
        },
      },
      {
        timestamp: '2026-01-01T00:00:02Z',
        type: 'response_item',
        payload: { type: 'reasoning', summary: [{ type: 'summary_text', text: 'PONDER 448' }] },
      },
      {
        timestamp: '2026-01-01T00:00:03Z',
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'ANSWER 449' }],
        },
      },
    ),
    ['ASK 447', 'PONDER 448', 'ANSWER 449'],
  ),
  c(
    'LibreChat as CSV',
    'sender,text,isCreatedByUser,error,messageId,parentMessageId,createdAt\r\n"User","ASK 450, with comma",true,false,a,00000000-0000-0000-0000-000000000000,2026-01-01T00:00:00Z\r\n"GPT-451","ANSWER 452",false,false,b,a,2026-01-01T00:00:01Z\r\n',
    ['ASK 450, with comma', 'ANSWER 452', 'GPT-451'],
  ),
  c(
    'Open WebUI as text',
    '### USER\nASK 453\n\n### ASSISTANT\nANSWER 454\n\nSecond paragraph 455\n\n### USER\nAGAIN 456\n',
    ['ASK 453', 'ANSWER 454', 'Second paragraph 455', 'AGAIN 456'],
  ),
  c(
    'Open WebUI with an output list',
    [
      {
        id: 'o1',
        title: 'OUTPUT TITLE 457',
        chat: {
          history: {
            currentId: 'b',
            messages: {
              a: { id: 'a', parentId: null, childrenIds: ['b'], role: 'user', content: 'ASK 458' },
              b: {
                id: 'b',
                parentId: 'a',
                childrenIds: [],
                role: 'assistant',
                model: 'm-459',
                content: '',
                output: [
                  { type: 'reasoning', content: [{ type: 'output_text', text: 'PONDER 460' }] },
                  {
                    type: 'function_call',
                    call_id: 'c',
                    name: 'search_461',
                    arguments: '{"q":"RAIN 462"}',
                  },
                  {
                    type: 'function_call_output',
                    call_id: 'c',
                    output: [{ type: 'input_text', text: 'RESULT 463' }],
                  },
                  { type: 'message', content: [{ type: 'output_text', text: 'ANSWER 464' }] },
                ],
              },
            },
          },
        },
      },
    ],
    [
      'OUTPUT TITLE 457',
      'ASK 458',
      'PONDER 460',
      'search_461',
      'RAIN 462',
      'RESULT 463',
      'ANSWER 464',
    ],
  ),
  z(
    'Claude with memories and projects in files',
    {
      'conversations.json': [
        {
          uuid: 'c1',
          name: 'CLAUDE TITLE 465',
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
          current_leaf_message_uuid: 'm2',
          chat_messages: [
            {
              uuid: 'm1',
              sender: 'human',
              text: 'ASK 466',
              content: [{ type: 'text', text: 'ASK 466' }],
              attachments: [],
              files: [],
              parent_message_uuid: '00000000-0000-4000-8000-000000000000',
            },
            {
              uuid: 'm2',
              sender: 'assistant',
              text: 'ANSWER 467',
              content: [{ type: 'text', text: 'ANSWER 467' }],
              attachments: [],
              files: [],
              parent_message_uuid: 'm1',
            },
            {
              uuid: 'm3',
              sender: 'assistant',
              text: 'OTHER 468',
              content: [{ type: 'text', text: 'OTHER 468' }],
              attachments: [],
              files: [],
              parent_message_uuid: 'm1',
            },
          ],
        },
      ],
      'memories.json': [
        { conversations_memory: '**Work** MEMORY 469', project_memories: {}, account_uuid: 'a' },
      ],
      'projects/p1.json': {
        uuid: 'p1',
        name: 'PROJECT 470',
        description: '',
        prompt_template: 'BE KIND 471',
        docs: [{ uuid: 'd', filename: 'NOTES 472.md', content: 'Words 473' }],
      },
      'users.json': [{ uuid: 'a', full_name: 'Ann' }],
    },
    ['CLAUDE TITLE 465', 'ASK 466', 'ANSWER 467', 'OTHER 468', 'PROJECT 470', 'NOTES 472.md'],
    ['memories.json'],
  ),
]
