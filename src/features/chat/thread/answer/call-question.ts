import type { ToolCall } from '#contract/chat/chat.ts'
import { toolTitle } from '#lib/tool-title.ts'
import { parseArguments } from './call-arguments.ts'

type CallQuestion = {
  sentence: string
  /** Explains which data leaves this server, or which costs the call causes. */
  note?: string
  said: readonly string[]
}

type Wording = { say: (value: (name: string) => string) => string; note?: string; said: string[] }

const wordings = new Map<string, Wording>([
  [
    'web_search',
    {
      say: (value) => `Search the web for “${value('query')}”?`,
      note: 'Only these words are sent, to the connected search service.',
      said: ['query'],
    },
  ],
  [
    'read_page',
    {
      say: (value) => `Open ${value('url')}?`,
      note: 'This server loads the page. The site sees this address and nothing else of the chat.',
      said: ['url'],
    },
  ],
  [
    'make_3d_model',
    {
      say: () => 'Make a 3D model from the picture?',
      note: 'The picture is sent to the service that makes the model.',
      said: ['picture', 'model'],
    },
  ],
  [
    'make_picture',
    {
      say: (value) => `Make a picture of “${value('prompt')}”?`,
      note: 'These words are sent to the model that makes pictures.',
      said: ['prompt', 'model'],
    },
  ],
  [
    'remember',
    {
      say: (value) => `Remember “${value('fact')}” for all your chats?`,
      note: 'You can change or delete it in Settings › Memory.',
      said: ['fact'],
    },
  ],
])

export function getCallQuestion(call: ToolCall): CallQuestion {
  const { name, title = toolTitle(name) } = call
  const given = parseArguments(call.arguments)
  const wording = wordings.get(name)
  const hasAll = wording?.said.every(
    (one) =>
      given?.some(([key, value]) => key === one && typeof value === 'string') || isOptional(one),
  )
  if (!wording || !given || !hasAll) {
    return {
      sentence: `Use “${title}”?`,
      ...(given && given.length > 0 && { note: 'It gets the following.' }),
      said: [],
    }
  }
  const value = (key: string) => {
    const found = given.find(([one]) => one === key)?.[1]
    return typeof found === 'string' ? found : ''
  }
  const { say, ...rest } = wording
  return { sentence: say(value), ...rest }
}

const isOptional = (name: string) => name === 'picture' || name === 'model'
