import { readFile } from 'node:fs/promises'
import {
  claudeChat,
  claudeMessage,
  gptChat,
  gptNode,
  gptText,
  libreChatExport,
  toJson,
  toPng,
  toZip,
  webUiChat,
  type GptMessage,
} from './foreign-exports.fixture.ts'
import type { ImportCase } from './import-case.fixture.ts'
import { laterImportReports } from './later-reports.fixture.ts'
import { moreImportSiblings } from './more-siblings.fixture.ts'
import { programExports } from './program-exports.fixture.ts'

const fromFile = (
  name: string,
  kept: readonly string[],
  reported?: readonly string[],
): ImportCase => ({
  name,
  export: async () =>
    new Uint8Array(await readFile(new URL(`import-${name}.json`, import.meta.url))),
  kept,
  ...(reported && { reported }),
})

const files: ImportCase[] = [
  fromFile('chatgpt-voice', ['What is the tallest tree?', 'The coast redwood.'], ['file_1']),
  fromFile(
    'gpt-attachments',
    ['Describe', 'A cat.', 'cat.png', 'report.pdf'],
    ['cat.png', 'report.pdf'],
  ),
  fromFile('gpt-branch-old-shown', [
    'first thought',
    'FIRST ANSWER (chosen)',
    'second thought',
    'SECOND ANSWER (not chosen)',
  ]),
  fromFile('gpt-content-null', ['Q?', 'A.']),
  fromFile('gpt-dalle', ['Draw a cat', '{"prompt":"a cat"}', 'a cat'], ['a cat']),
  fromFile('gpt-only-file-question', ['report.pdf', 'Summary of the report.'], ['report.pdf']),
  fromFile('librechat-image', ['What?', 'cat.png', 'A', 'boom'], ['cat.png']),
  fromFile('owui-details-nested', [
    'Explain <details type="x"> tags',
    'I should show `</details>` here\nand go on',
    'Visible answer 74',
  ]),
  fromFile('owui-file', ['Summarise', 'notes.txt', 'Words of the notes 73', 'OK']),
  fromFile('owui-image', ['What is this?', 'picture', 'A square.']),
  fromFile('owui-no-history', ['Q old', 'A old']),
  fromFile('owui-user-details', [
    'Keep this: <details type="note"><summary>S</summary>inner 75</details> end',
    'ok',
  ]),
]

const ofGpt = (
  name: string,
  messages: readonly GptMessage[],
  kept: readonly string[],
  reported?: readonly string[],
): ImportCase => ({
  name: `ChatGPT: ${name}`,
  export: () => toJson([gptChat(messages, { id: name })]),
  kept: ['What is clay?', ...kept],
  ...(reported && { reported }),
})

const tool = (id: string, parent: string, recipient: string, text: string): GptMessage => ({
  id,
  parent,
  content: { content_type: 'code', language: 'unknown', text },
  more: { recipient },
})
const toolResult = (id: string, parent: string, name: string, content: unknown): GptMessage => ({
  id,
  parent,
  content,
  more: { author: { role: 'tool', name } },
})

const chatGpt: ImportCase[] = [
  ofGpt(
    'Python and its output',
    [
      tool('c', 'q', 'python', 'print(6 * 7)'),
      toolResult('r', 'c', 'python', { content_type: 'execution_output', text: 'Forty-two 42' }),
      gptText('a', 'r', 'assistant', 'It is 42.'),
    ],
    ['print(6 * 7)', 'Forty-two 42', 'It is 42.'],
  ),
  ofGpt(
    'a canvas with a later version',
    [
      tool(
        'c',
        'q',
        'canmore.create_textdoc',
        JSON.stringify({ name: 'Poem', type: 'document', content: 'First draft 11' }),
      ),
      toolResult('r', 'c', 'canmore.create_textdoc', { content_type: 'text', parts: ['Created'] }),
      tool(
        'u',
        'r',
        'canmore.update_textdoc',
        JSON.stringify({
          updates: [{ pattern: '.*', multiple: false, replacement: 'Second draft 12' }],
        }),
      ),
      gptText('a', 'u', 'assistant', 'Done.'),
    ],
    ['Poem.md', 'First draft 11', 'Second draft 12', 'Done.'],
  ),
  ofGpt(
    'a canvas edit with an expression',
    [
      tool(
        'c',
        'q',
        'canmore.create_textdoc',
        JSON.stringify({ name: 'Code', type: 'code/python', content: 'x = 1' }),
      ),
      tool(
        'u',
        'c',
        'canmore.update_textdoc',
        JSON.stringify({ updates: [{ pattern: '(a+)+$', replacement: 'y = 2' }] }),
      ),
    ],
    ['x = 1', 'y = 2', 'Code.py'],
    ['A change of the canvas “Code”'],
  ),
  ofGpt(
    'quotes of web pages',
    [
      tool('c', 'q', 'browser', 'search("clay")'),
      toolResult('r', 'c', 'browser', {
        content_type: 'tether_browsing_display',
        result: 'Found 3 pages',
        summary: null,
      }),
      toolResult('t', 'r', 'browser', {
        content_type: 'tether_quote',
        url: 'https://example.org/clay',
        domain: 'example.org',
        title: 'All about clay',
        text: 'Clay is wet earth 13',
      }),
      gptText('a', 't', 'assistant', 'Earth.'),
    ],
    [
      'search(\\"clay\\")',
      'Found 3 pages',
      'All about clay',
      'https://example.org/clay',
      'Clay is wet earth 13',
    ],
  ),
  ofGpt(
    'citations',
    [
      {
        ...gptText('a', 'q', 'assistant', 'Clay is earth.'),
        more: {
          metadata: {
            model_slug: 'gpt-5-thinking',
            citations: [
              {
                start_ix: 0,
                end_ix: 4,
                metadata: {
                  type: 'webpage',
                  title: 'Cited page',
                  url: 'https://example.org/c',
                  text: 'Passage 14',
                },
              },
            ],
          },
        },
      },
    ],
    ['gpt-5-thinking', 'Cited page', 'https://example.org/c', 'Passage 14'],
  ),
  ofGpt(
    'thoughts and their recap',
    [
      {
        id: 't',
        parent: 'q',
        content: {
          content_type: 'thoughts',
          thoughts: [{ summary: 'Looking', content: 'Thought 15' }],
        },
      },
      {
        id: 'r',
        parent: 't',
        content: { content_type: 'reasoning_recap', content: 'Thought for 9 seconds' },
      },
      gptText('a', 'r', 'assistant', 'Earth.'),
    ],
    ['Looking', 'Thought 15', 'Thought for 9 seconds'],
  ),
  ofGpt(
    'custom instructions',
    [
      {
        id: 'i',
        parent: null,
        role: 'user',
        content: {
          content_type: 'user_editable_context',
          user_profile: 'I am a potter 16',
          user_instructions: 'Be brief 17',
        },
        more: { metadata: { is_visually_hidden_from_conversation: true } },
      },
      gptText('a', 'q', 'assistant', 'Earth.'),
    ],
    ['I am a potter 16', 'Be brief 17'],
  ),
  ofGpt(
    'an unknown type with text and one without',
    [
      { id: 'n', parent: 'q', content: { content_type: 'super_widget', text: 'Widget words 18' } },
      { id: 'm', parent: 'n', content: { content_type: 'mystery_box', blob: { x: 'y' } } },
    ],
    ['Widget words 18'],
    ['mystery_box'],
  ),
  ofGpt(
    'an unknown role',
    [gptText('a', 'q', 'critic', 'Critic words 19')],
    ['Critic words 19'],
    ['critic'],
  ),
  ofGpt(
    'parts that are null or objects',
    [
      {
        id: 'a',
        parent: 'q',
        content: {
          content_type: 'text',
          parts: [null, 7, { content_type: 'text', text: 'Part 20' }, 'Part 21'],
        },
      },
    ],
    ['Part 20', 'Part 21'],
  ),
  ofGpt(
    'a cycle, a missing parent and a node that is its own parent',
    [
      gptText('a', 'b', 'user', 'Cycle 22'),
      gptText('b', 'a', 'assistant', 'Cycle 23'),
      gptText('c', 'gone', 'assistant', 'Orphan 24'),
      gptText('d', 'd', 'assistant', 'Self 25'),
    ],
    ['Cycle 22', 'Cycle 23', 'Orphan 24', 'Self 25'],
  ),
  {
    name: 'ChatGPT: ids that are null, and a node that is a number',
    export: () => {
      const chat = gptChat([gptText('a', 'q', 'assistant', 'Answer 26')], {
        id: null,
        conversation_id: null,
        title: null,
      })
      const { message, ...node } = gptNode(gptText('a', 'q', 'assistant', 'Answer 26'))
      const a = { ...node, id: null, message: { ...message, id: null } }
      const mapping = { ...(chat['mapping'] as object), a }
      return toJson([{ ...chat, mapping: { ...mapping, odd: 7 } }])
    },
    kept: ['Answer 26', 'What is clay?'],
    reported: ['1 messages of an unknown format'],
  },
  {
    name: 'ChatGPT: two chats without ids and titles, and two with the same id',
    export: () =>
      toJson([
        gptChat([gptText('a', 'q', 'assistant', 'Twin 27')], { id: undefined, title: '' }),
        gptChat([gptText('a', 'q', 'assistant', 'Twin 28')], { id: undefined, title: '' }),
        gptChat([gptText('a', 'q', 'assistant', 'Twin 29')], { id: 'same' }),
        gptChat([gptText('a', 'q', 'assistant', 'Twin 30')], { id: 'same' }),
      ]),
    kept: ['Twin 27', 'Twin 28', 'Twin 29', 'Twin 30'],
  },
  {
    name: 'ChatGPT: a bad chat between good ones',
    export: () =>
      toJson([
        gptChat([gptText('a', 'q', 'assistant', 'Good 31')], { id: 'good-31' }),
        { title: 'Broken 32', mapping: 7 },
        null,
        'text',
        { title: 'Empty 33', mapping: {} },
        gptChat([gptText('a', 'q', 'assistant', 'Good 34')], { id: 'good-34' }),
      ]),
    kept: ['Good 31', 'Good 34'],
    reported: ['Broken 32', 'Empty 33', 'Conversation 3', 'Conversation 4'],
  },
  {
    name: 'ChatGPT: a very long message and a very long tool result',
    export: () =>
      toJson([
        gptChat(
          [
            gptText('a', 'q', 'assistant', `Start 35 ${'é'.repeat(1_300_000)}`),
            tool('c', 'a', 'python', 'long()'),
            toolResult('r', 'c', 'python', {
              content_type: 'execution_output',
              text: `Out 36 ${'x'.repeat(1_100_000)}`,
            }),
          ],
          { id: 'long', title: 'Long 37' },
        ),
      ]),
    kept: ['Start 35', 'Out 36'],
    reported: ['longer than 2 MB', 'results of a tool'],
  },
]

/** The same time in the formats of different exports. */
const times: unknown[] = [
  1_700_000_000,
  1_700_000_000_123,
  '1700000000.5',
  '2023-11-14T22:13:20+00:00',
  null,
  'yesterday',
  -5,
  1e300,
  { $date: '2023-11-14T22:13:20Z' },
]

const oddTimes: ImportCase[] = times.map((time, index) => ({
  name: `a time that is ${JSON.stringify(time)}`,
  export: () =>
    toJson([
      gptChat(
        [{ ...gptText('a', 'q', 'assistant', `Timed ${index}`), more: { create_time: time } }],
        {
          id: `time-${index}`,
          create_time: time,
          update_time: time,
        },
      ),
    ]),
  kept: [`Timed ${index}`],
}))

const claude: ImportCase[] = [
  {
    name: 'Claude: artifacts as tool calls, with updates',
    export: () =>
      toJson([
        claudeChat([
          claudeMessage('m1', 'human', { text: 'Make a page' }),
          claudeMessage('m2', 'assistant', {
            content: [
              { type: 'thinking', thinking: 'Plan 41' },
              { type: 'text', text: 'Here it is.' },
              {
                type: 'tool_use',
                name: 'artifacts',
                input: {
                  id: 'p',
                  command: 'create',
                  type: 'text/html',
                  title: 'Page 42',
                  content: '<b>Old 43</b>',
                },
              },
              { type: 'tool_result', name: 'artifacts', content: [{ type: 'text', text: 'OK' }] },
            ],
          }),
          claudeMessage('m3', 'human', { text: 'Change it' }),
          claudeMessage('m4', 'assistant', {
            content: [
              {
                type: 'tool_use',
                name: 'artifacts',
                input: { id: 'p', command: 'update', old_str: 'Old 43', new_str: 'New 44' },
              },
              {
                type: 'tool_use',
                name: 'artifacts',
                input: { id: 'p', command: 'update', old_str: 'not there', new_str: 'Lost 45' },
              },
              {
                type: 'tool_use',
                name: 'artifacts',
                input: { id: 'p', command: 'rewrite', content: '<i>Whole 46</i>' },
              },
            ],
          }),
        ]),
      ]),
    kept: [
      'Plan 41',
      'Here it is.',
      'Page 42.html',
      '<b>Old 43</b>',
      '<b>New 44</b>',
      'Lost 45',
      '<i>Whole 46</i>',
      'Claude',
    ],
    reported: ['A change of “Page 42”'],
  },
  {
    name: 'Claude: artifacts as tags, also one that does not end',
    export: () =>
      toJson([
        claudeChat([
          claudeMessage('m1', 'human', { text: 'Write <antArtifact> tags' }),
          claudeMessage('m2', 'assistant', {
            text: 'Before.<antThinking>Hidden 47</antThinking><antArtifact identifier="a" type="application/vnd.ant.code" language="python" title="Script">print(48)</antArtifact>After.<antArtifact identifier="b" type="text/markdown" title="Notes"># Open 49',
          }),
        ]),
      ]),
    kept: [
      'Write <antArtifact> tags',
      'Before.',
      'Hidden 47',
      'print(48)',
      'Script.py',
      'After.',
      '# Open 49',
      'Notes.md',
    ],
  },
  {
    name: 'Claude: attachments, files, searches and unknown blocks',
    export: () =>
      toJson([
        claudeChat([
          claudeMessage('m1', 'human', {
            text: 'Read',
            attachments: [
              { file_name: 'paper.pdf', file_type: 'pdf', extracted_content: 'Paper words 51' },
              null,
            ],
            files: [{ file_uuid: 'u1', file_name: 'photo 52.png' }],
          }),
          claudeMessage('m2', 'assistant', {
            content: [
              { type: 'tool_use', id: 't1', name: 'web_search', input: { query: 'Query 53' } },
              {
                type: 'tool_result',
                tool_use_id: 't1',
                name: 'web_search',
                content: [
                  {
                    type: 'knowledge',
                    title: 'Hit 54',
                    url: 'https://example.org/54',
                    text: 'Found 55',
                  },
                ],
              },
              {
                type: 'text',
                text: 'So it is.',
                citations: [{ url: 'https://example.org/56', title: 'Cited 56' }],
              },
              { type: 'hologram', data: 1 },
            ],
          }),
        ]),
      ]),
    kept: [
      'paper.pdf',
      'Paper words 51',
      'photo 52.png',
      'Query 53',
      'Hit 54',
      'https://example.org/54',
      'Found 55',
      'Cited 56',
    ],
    reported: ['photo 52.png', 'hologram'],
  },
  {
    name: 'Claude: missing parents, the same id twice and odd messages',
    export: () =>
      toJson([
        claudeChat([
          claudeMessage('m1', 'human', { text: 'One 57' }),
          claudeMessage('m1', 'assistant', { text: 'Two 58', parent_message_uuid: 'gone' }),
          claudeMessage('', 'human', { text: 'Three 59', uuid: null }),
          7,
          claudeMessage('m4', 'assistant', { text: '', content: 'Four 60' }),
        ]),
      ]),
    kept: ['One 57', 'Two 58', 'Three 59', 'Four 60'],
    reported: ['1 messages of an unknown format'],
  },
  {
    name: 'Claude: projects',
    export: () =>
      toZip({
        'data/projects.json': [
          {
            uuid: 'p1',
            name: 'Pottery 61',
            description: 'About pots',
            prompt_template: 'Answer as a potter 62',
            docs: [{ uuid: 'd1', filename: 'kiln.md', content: 'Kiln words 63' }],
          },
        ],
        'data/conversations.json': [
          claudeChat([claudeMessage('m1', 'human', { text: 'In a project 64' })], {
            project_uuid: 'p1',
          }),
        ],
        'data/users.json': [{ uuid: 'u' }],
        'data/memories.json': [{ conversations_memory: 'Likes clay' }],
      }),
    kept: ['In a project 64', 'Pottery 61', 'Answer as a potter 62', 'kiln.md'],
    reported: ['description of the project', 'memories.json'],
  },
]

const quoted = JSON.stringify({ city: 'Rome 71' }).replaceAll('"', '&quot;')
const openWebUi: ImportCase[] = [
  {
    name: 'Open WebUI: tool calls and code in details, and words about details',
    export: () =>
      toJson([
        webUiChat([
          { id: 'u', parentId: null, role: 'user', content: 'Weather?' },
          {
            id: 'a',
            parentId: 'u',
            role: 'assistant',
            model: 'llama',
            modelName: 'Llama 3.3 70',
            content: `<details type="tool_calls" done="true" id="c" name="get_weather" arguments="&quot;${quoted.replaceAll('&quot;', String.raw`\&quot;`)}&quot;" result="&quot;Sunny 72&quot;" files="">\n<summary>Tool Executed</summary>\n</details>\n<details type="code_interpreter" done="true" output="{&quot;stdout&quot;: &quot;Printed 73&quot;}">\n<summary>Analyzed</summary>\n\`\`\`python\nprint(74)\n\`\`\`\n</details>\nUse <details type="reasoning"> like this 75.`,
          },
        ]),
      ]),
    kept: [
      'get_weather',
      'Rome 71',
      'Sunny 72',
      'Printed 73',
      'print(74)',
      'Use <details type="reasoning"> like this 75.',
      'Llama 3.3 70',
    ],
  },
  {
    name: 'Open WebUI: reasoning that contains nested and unclosed details',
    export: () =>
      toJson([
        webUiChat([
          { id: 'u', parentId: null, role: 'user', content: 'Q' },
          {
            id: 'a',
            parentId: 'u',
            role: 'assistant',
            content:
              '<details type="reasoning" done="true">\n<summary>Thought</summary>\n> Outer 76\n<details>\n<summary>x</summary>\ninner 77\n</details>\n> rest 78\n</details>\nAnswer 79',
          },
          {
            id: 'b',
            parentId: 'u',
            role: 'assistant',
            content:
              '<details type="reasoning" done="false">\n<summary>Thinking</summary>\n> Cut 80',
          },
        ]),
      ]),
    kept: ['Outer 76', 'inner 77', 'rest 78', 'Answer 79', 'Cut 80'],
  },
  {
    name: 'Open WebUI: sources, failures, tags and instructions',
    export: () =>
      toJson([
        {
          ...webUiChat(
            [
              {
                id: 'u',
                parentId: null,
                role: 'user',
                content: 'Q',
                files: [{ type: 'collection', name: 'Library 81' }],
              },
              {
                id: 'a',
                parentId: 'u',
                role: 'assistant',
                content: 'See [1].',
                followUps: ['And kilns?'],
                statusHistory: [{ action: 'web_search', done: true }],
                sources: [
                  {
                    source: { name: 'clay.pdf' },
                    document: ['Passage 82', 'Passage 83'],
                    metadata: [{ source: 'clay.pdf' }, { source: 'https://example.org/84' }],
                  },
                ],
              },
              {
                id: 'e',
                parentId: 'u',
                role: 'assistant',
                content: '',
                error: { content: 'Out of memory 85' },
              },
            ],
            { params: { system: 'Speak plainly 86' } },
          ),
          meta: { tags: ['pots 87'] },
        },
      ]),
    kept: [
      'See [1].',
      'clay.pdf',
      'Passage 82',
      'Passage 83',
      'https://example.org/84',
      'Out of memory 85',
      'Speak plainly 86',
      'Library 81',
    ],
    reported: ['pots 87', 'Library 81', 'Suggested follow-up questions', 'Status lines'],
  },
  {
    name: 'Open WebUI: one chat alone, with parts and a system message',
    export: () =>
      toJson(
        webUiChat([
          { id: 's', parentId: null, role: 'system', content: 'System 88' },
          {
            id: 'u',
            parentId: 's',
            role: 'user',
            content: [
              { type: 'text', text: 'Parts 89' },
              { type: 'image_url', image_url: { url: 'https://example.org/far.png' } },
            ],
          },
          {
            id: 'a',
            parentId: 'u',
            role: 'assistant',
            content: '',
            output: [
              { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Summed 90' }] },
              {
                type: 'function_call',
                call_id: 'x',
                name: 'lookup',
                arguments: '{"key":"Key 91"}',
              },
              {
                type: 'function_call_output',
                call_id: 'x',
                output: [{ type: 'input_text', text: 'Value 92' }],
              },
              { type: 'message', content: [{ type: 'output_text', text: 'Said 93' }] },
            ],
          },
        ]),
      ),
    kept: ['System 88', 'Parts 89', 'far.png', 'Summed 90', 'Key 91', 'Value 92', 'Said 93'],
    reported: ['far.png'],
  },
]

const libre: ImportCase[] = [
  {
    name: 'LibreChat: parts, tool calls, files and found pages',
    export: () =>
      toJson(
        libreChatExport([
          {
            messageId: 'u',
            parentMessageId: null,
            isCreatedByUser: true,
            sender: 'User',
            text: 'Q',
            files: [
              {
                file_id: 'f',
                filename: 'notes 101.txt',
                type: 'text/plain',
                text: 'Notes words 102',
              },
            ],
            createdAt: '2025-01-01T00:00:00Z',
          },
          {
            messageId: 'a',
            parentMessageId: 'u',
            isCreatedByUser: false,
            model: 'claude-sonnet 103',
            content: [
              { type: 'think', think: 'Thought 104' },
              {
                type: 'tool_call',
                tool_call: {
                  id: 't',
                  name: 'search',
                  args: '{"q":"Asked 105"}',
                  output: 'Output 106',
                },
              },
              { type: 'text', text: { value: 'Answer 107' } },
              {
                type: 'image_file',
                image_file: { filename: 'made 108.png', filepath: '/images/made.png' },
              },
              { type: 'hologram', hologram: {} },
            ],
            attachments: [
              {
                type: 'web_search',
                web_search: {
                  organic: [
                    { title: 'Page 109', link: 'https://example.org/109', snippet: 'Snippet 110' },
                  ],
                },
              },
            ],
            image_urls: ['https://example.org/linked-111.png'],
          },
        ]),
      ),
    kept: [
      'notes 101.txt',
      'Notes words 102',
      'claude-sonnet 103',
      'Thought 104',
      'Asked 105',
      'Output 106',
      'Answer 107',
      'made 108.png',
      'Page 109',
      'https://example.org/109',
      'Snippet 110',
      'linked-111.png',
    ],
    reported: ['made 108.png', 'hologram', 'linked-111.png'],
  },
  {
    name: 'LibreChat: nested, without ids, with an odd message and a failure',
    export: () =>
      toJson({
        conversationId: null,
        title: '',
        messagesTree: [
          {
            sender: 'User',
            text: 'Root 112',
            children: [
              { messageId: 'x', sender: 'GPT', text: 'Child 113', children: [null] },
              { messageId: 'x', sender: 'GPT', error: true, text: 'Broke 114' },
            ],
          },
        ],
      }),
    kept: ['Root 112', 'Child 113', 'Broke 114'],
    reported: ['1 messages of an unknown format'],
  },
]

const picture = (
  id: string,
  parent: string | null,
  pointer: string,
  more: object = {},
): GptMessage => ({
  id,
  parent,
  role: 'user',
  content: {
    content_type: 'multimodal_text',
    parts: [{ content_type: 'image_asset_pointer', asset_pointer: pointer }, `Look at ${id}`],
  },
  more: { metadata: more },
})

const archives: ImportCase[] = [
  {
    name: 'ZIP of ChatGPT: pictures and documents by every kind of name',
    export: async () =>
      toZip({
        'Export/conversations-000.json': [
          gptChat(
            [
              picture('one', 'q', 'file-service://file-AAA', {
                attachments: [
                  { id: 'file-AAA', name: 'red.png', mime_type: 'image/png' },
                  { id: 'file-DDD', name: 'text 201.txt' },
                ],
              }),
              picture('two', 'one', 'sediment://file_0000bbb?shared=1'),
              picture('three', 'two', 'sediment://abc#file_0000ccc#p_0.png'),
              toolResult('made', 'three', 'dalle.text2im', {
                content_type: 'multimodal_text',
                parts: [
                  {
                    content_type: 'image_asset_pointer',
                    asset_pointer: 'file-service://file-EEE',
                    metadata: { dalle: { prompt: 'a green pot' } },
                  },
                ],
              }),
            ],
            { id: 'pictures' },
          ),
        ],
        'Export/conversation_asset_file_names.json': { 'file_0000bbb.dat': 'blue.png' },
        'Export/file-AAA-red.png': await toPng('red'),
        'Export/file_0000bbb.dat': await toPng('blue'),
        'Export/user-x/file_0000ccc-1234.png': await toPng('white'),
        'Export/dalle-generations/file-EEE-5678.webp': await toPng('green'),
        'Export/file-DDD-text 201.txt': 'Document words 202',
        'Export/lost-203.png': await toPng('black'),
        'Export/message_feedback.json': [{ rating: 'thumbsUp' }],
        'Export/shopping.json': [],
      }),
    kept: [
      'red.png',
      'text 201.txt',
      'Document words 202',
      'a green pot',
      'picture file_0000bbb',
      'picture file_0000ccc',
      'Look at three',
    ],
    reported: ['lost-203.png', 'message_feedback.json'],
  },
  {
    name: 'ZIP of ChatGPT: damaged, empty, locked and spoken files',
    export: async () =>
      toZip({
        'conversations.json': [
          gptChat(
            [
              picture('one', 'q', 'file-service://file-BAD', {
                attachments: [
                  { id: 'file-BAD', name: 'bad 204.png' },
                  { id: 'file-NIL', name: 'empty 205.txt' },
                  { id: 'file-WAV', name: 'voice 206.wav' },
                ],
              }),
            ],
            { id: 'damaged' },
          ),
        ],
        'file-BAD.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]),
        'file-NIL.txt': '',
        'file-WAV.wav': 'RIFF....WAVEfmt ',
      }),
    kept: ['Look at one'],
    reported: ['bad 204.png', 'empty 205.txt', 'voice 206.wav'],
  },
  {
    name: 'ZIP of ChatGPT with a locked picture',
    export: async () =>
      toZip(
        {
          'conversations.json': [
            gptChat([picture('one', 'q', 'file-service://file-LCK')], { id: 'locked' }),
          ],
          'file-LCK-key 216.png': await toPng('red'),
        },
        { lockedNames: ['file-LCK-key 216.png'] },
      ),
    kept: ['Look at one'],
    reported: ['file-LCK'],
  },
  {
    name: 'ZIP of ChatGPT with an empty list and the page',
    export: () =>
      toZip({
        'a/b/conversations.json': '',
        'a/b/chat.html': `<script>var jsonData = ${JSON.stringify([gptChat([gptText('a', 'q', 'assistant', 'Rescued 217')], { id: 'rescued' })])}</script>`,
      }),
    kept: ['Rescued 217'],
    reported: ['a/b/conversations.json'],
  },
  {
    name: 'ZIP of ChatGPT with a list in a folder of our own name',
    export: () =>
      toZip({
        'conversations/conversations.json': [
          gptChat([gptText('a', 'q', 'assistant', 'Named 218')], { id: 'named' }),
        ],
        'conversations/user.json': { id: 'u' },
      }),
    kept: ['Named 218'],
  },
  {
    name: 'ZIP of ChatGPT with names in another encoding',
    export: async () => {
      const zip = await toZip({
        'conversations.json': [
          gptChat([picture('one', 'q', 'file-service://file-ENC')], { id: 'encoded' }),
        ],
        'file-ENC-pot#.png': await toPng('teal'),
      })
      // The file name is in Latin-1, although the ZIP declares its names as UTF-8.
      const text = Buffer.from(zip).toString('latin1').replaceAll('pot#', 'pot\u00E4')
      return new Uint8Array(Buffer.from(text, 'latin1'))
    },
    kept: ['picture file-ENC', 'Look at one'],
  },
  {
    name: 'ZIP of ChatGPT with only the page',
    export: () =>
      toZip({
        'chat.html': `<html><script>var jsonData = ${JSON.stringify([gptChat([gptText('a', 'q', 'assistant', 'In the page 207 ]"')], { id: 'page' })])};\nvar assetsJson = {};</script></html>`,
      }),
    kept: ['In the page 207'],
  },
  {
    name: 'ZIP with chats of other programs in files of any name',
    export: () =>
      toZip({
        'backup/chat-export-1.json': [
          webUiChat([{ id: 'u', role: 'user', content: 'Any name 208' }]),
        ],
        'backup/wheel.json': libreChatExport([
          { messageId: 'u', sender: 'User', text: 'Any name 209' },
        ]),
        'backup/other.json': { x: 1 },
      }),
    kept: ['Any name 208', 'Any name 209'],
    reported: ['other.json'],
  },
  {
    name: 'JSON Lines with a broken line and a byte order mark',
    export: () =>
      new Uint8Array(
        Buffer.from(
          `\uFEFF${JSON.stringify(gptChat([gptText('a', 'q', 'assistant', 'Line 210')], { id: 'l1' }))}\n{"broken\n${JSON.stringify(gptChat([gptText('a', 'q', 'assistant', 'Line 211')], { id: 'l2' }))}\n`,
        ),
      ),
    kept: ['Line 210', 'Line 211'],
    reported: ['1 of the file’s lines'],
  },
  {
    name: 'UTF-16 and a byte order mark',
    export: () =>
      new Uint8Array(
        Buffer.from(
          `\uFEFF${JSON.stringify([gptChat([gptText('a', 'q', 'assistant', 'Wide 212')], { id: 'u16' })])}`,
          'utf16le',
        ),
      ),
    kept: ['Wide 212'],
  },
  {
    name: 'characters that Postgres cannot store',
    export: () =>
      toJson([
        gptChat(
          [
            tool('c', 'q', 'python', 'print("\u0000")'),
            toolResult('r', 'c', 'py\u0000thon', {
              content_type: 'execution_output',
              text: 'Null \u0000 213',
            }),
            gptText('a', 'r', 'assistant', 'Half \uD800 214'),
          ],
          { id: 'nul', title: 'Title \u0000 215', default_model_slug: 'gpt\u0000' },
        ),
      ]),
    kept: ['213', '214'],
  },
]

export const importCases: readonly ImportCase[] = [
  ...files,
  ...chatGpt,
  ...oddTimes,
  ...claude,
  ...openWebUi,
  ...libre,
  ...archives,
  ...moreImportSiblings,
  ...laterImportReports,
  ...programExports,
]
