import {
  BookText,
  Columns2,
  Cpu,
  Download,
  Search,
  SlidersHorizontal,
  Square,
  SquarePen,
  Upload,
} from 'lucide-react'
import { exportUrlOf } from '#api/chat-library.ts'
import type { Command } from '#ui/commands.ts'

/** What the commands set off. */
export type ChatWishes = {
  begin: () => void
  find: () => void
  stop: () => void
  openModel: () => void
  openCompare: () => void
  openSettings: () => void
  openPrompts: () => void
  openImport: () => void
}

type ChatState = { conversationId: string | undefined; hasTurns: boolean; isRunning: boolean }

const group = 'Chat'

const command = (
  id: string,
  label: string,
  rest: Omit<Command, 'id' | 'label' | 'group'>,
): Command => ({ id: `chat.${id}`, label, group, ...rest })

/** What can be done in the chat by name, as things stand. */
export function chatCommands(wishes: ChatWishes, state: ChatState): Command[] {
  const { conversationId, hasTurns, isRunning } = state
  return [
    ...(isRunning
      ? [command('stop', 'Stop the answer', { icon: <Square />, keys: 'Esc', onRun: wishes.stop })]
      : []),
    command('new', 'New chat', {
      icon: <SquarePen />,
      keys: 'Ctrl Shift O',
      keywords: 'begin start',
      onRun: wishes.begin,
    }),
    ...(hasTurns
      ? [
          command('find', 'Find in this conversation', {
            icon: <Search />,
            keys: 'Ctrl F',
            keywords: 'search',
            onRun: wishes.find,
          }),
        ]
      : []),
    command('model', 'Choose a model', {
      icon: <Cpu />,
      keywords: 'switch picker',
      onRun: wishes.openModel,
    }),
    command('compare', 'Compare models side by side', {
      icon: <Columns2 />,
      onRun: wishes.openCompare,
    }),
    command('settings', 'Chat settings', {
      icon: <SlidersHorizontal />,
      keywords: 'system prompt instructions temperature parameters tools preset',
      onRun: wishes.openSettings,
    }),
    command('prompts', 'Prompts', {
      icon: <BookText />,
      keywords: 'library templates variables',
      onRun: wishes.openPrompts,
    }),
    ...(hasTurns && conversationId !== undefined
      ? [
          command('export-markdown', 'Export as Markdown', {
            icon: <Download />,
            keywords: 'download save',
            onRun: () => location.assign(exportUrlOf(conversationId, 'markdown')),
          }),
          command('export-json', 'Export as JSON', {
            icon: <Download />,
            keywords: 'download save',
            onRun: () => location.assign(exportUrlOf(conversationId, 'json')),
          }),
        ]
      : []),
    command('import', 'Import chats', {
      icon: <Upload />,
      keywords: 'chatgpt upload',
      onRun: wishes.openImport,
    }),
  ]
}
