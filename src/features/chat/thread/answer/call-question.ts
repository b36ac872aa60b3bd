import type { ToolCall } from '#contract/chat/chat.ts'
import { toolTitle } from '#lib/tool-title.ts'
import { t } from '#languages/app.ts'
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
      say: (value) => t('Search the web for “{value}”?', { value: value('query') }),
      note: t('Only these words are sent, to the connected search service.'),
      said: ['query'],
    },
  ],
  [
    'read_page',
    {
      say: (value) => t('Open {value}?', { value: value('url') }),
      note: t(
        'This server loads the page. The site sees this address and nothing else of the chat.',
      ),
      said: ['url'],
    },
  ],
  [
    'make_3d_model',
    {
      say: () => t('Make a 3D model from the picture?'),
      note: t('The picture is sent to the service that makes the model.'),
      said: ['picture', 'model'],
    },
  ],
  [
    'make_picture',
    {
      say: (value) => t('Make a picture of “{value}”?', { value: value('prompt') }),
      note: t('These words are sent to the model that makes pictures.'),
      said: ['prompt', 'model'],
    },
  ],
  [
    'remember',
    {
      say: (value) => t('Remember “{value}” for all your chats?', { value: value('fact') }),
      note: t('You can change or delete it in Settings › Memory.'),
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
      sentence: t('Use “{title}”?', { title }),
      ...(given && given.length > 0 && { note: t('It gets the following.') }),
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
