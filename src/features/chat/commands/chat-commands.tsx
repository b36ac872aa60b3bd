import { withBase } from '#lib/base-path.ts'
import BookText from 'lucide-react/icons/book-text'
import Bot from 'lucide-react/icons/bot'
import Columns2 from 'lucide-react/icons/columns-2'
import Cpu from 'lucide-react/icons/cpu'
import Download from 'lucide-react/icons/download'
import Ghost from 'lucide-react/icons/ghost'
import Keyboard from 'lucide-react/icons/keyboard'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Square from 'lucide-react/icons/square'
import SquarePen from 'lucide-react/icons/square-pen'
import Upload from 'lucide-react/icons/upload'
import { toExportUrl } from '#api/chat/export-urls.ts'
import type { Command } from '#ui/actions/commands.ts'
import { t } from '#languages/app.ts'
import type { ChatDialog } from '../dialogs/use-chat-dialogs.ts'
import type { ShortcutId, Shortcuts } from '../shortcuts/shortcuts.ts'

export type ChatCommandHandlers = {
  begin: () => void
  beginTemporary: () => void
  find: () => void
  stop: () => void
  openAssistants: () => void
  openDialog: (dialog: ChatDialog) => void
}

type ChatState = {
  conversationId: string | undefined
  hasTurns: boolean
  isRunning: boolean
  isReadOnly: boolean
  shortcuts: Shortcuts
}

const group = t('Chat')

const command = (
  id: string,
  label: string,
  rest: Omit<Command, 'id' | 'label' | 'group'>,
): Command => ({ id: `chat.${id}`, label, group, ...rest })

export function chatCommands(wishes: ChatCommandHandlers, state: ChatState): Command[] {
  const { conversationId, hasTurns, isRunning, isReadOnly, shortcuts } = state
  const getKeys = (id: ShortcutId) => (shortcuts[id] === '' ? {} : { keys: shortcuts[id] })
  return [
    ...(isRunning
      ? [
          command('stop', t('Stop the answer'), {
            icon: <Square />,
            keys: 'Esc',
            onRun: wishes.stop,
          }),
        ]
      : []),
    command('new', t('New chat'), {
      icon: <SquarePen />,
      ...getKeys('new'),
      keywords: t('begin start'),
      onRun: wishes.begin,
    }),
    command('temporary', t('Temporary chat'), {
      icon: <Ghost />,
      keywords: t('private incognito unsaved'),
      onRun: wishes.beginTemporary,
    }),
    ...(hasTurns
      ? [
          command('find', t('Find in this chat'), {
            icon: <Search />,
            ...getKeys('find'),
            keywords: t('search'),
            onRun: wishes.find,
          }),
        ]
      : []),
    ...(isReadOnly ? [] : askingCommands(wishes, getKeys)),
    ...(hasTurns && conversationId !== undefined
      ? [
          command('export-markdown', t('Export as Markdown'), {
            icon: <Download />,
            keywords: t('download save'),
            onRun: () => location.assign(withBase(toExportUrl(conversationId, 'markdown'))),
          }),
          command('export-json', t('Export as JSON'), {
            icon: <Download />,
            keywords: t('download save'),
            onRun: () => location.assign(withBase(toExportUrl(conversationId, 'json'))),
          }),
          command('export-zip', t('Export with attachments'), {
            icon: <Download />,
            keywords: t('download save zip pictures'),
            onRun: () => location.assign(withBase(toExportUrl(conversationId, 'zip'))),
          }),
        ]
      : []),
    command('assistants', t('Assistants'), {
      icon: <Bot />,
      keywords: t('instructions preset skill persona'),
      onRun: wishes.openAssistants,
    }),
    command('import', t('Import chats'), {
      icon: <Upload />,
      keywords: t('chatgpt upload'),
      onRun: () => wishes.openDialog({ kind: 'import' }),
    }),
    command('shortcuts', t('Chat keyboard shortcuts'), {
      icon: <Keyboard />,
      keywords: t('keys rebind hotkeys'),
      onRun: () => wishes.openDialog({ kind: 'shortcuts' }),
    }),
  ]
}

const askingCommands = (
  wishes: ChatCommandHandlers,
  keysOf: (id: ShortcutId) => Pick<Command, 'keys'>,
): Command[] => [
  command('model', t('Choose a model'), {
    icon: <Cpu />,
    ...keysOf('model'),
    keywords: t('switch picker'),
    onRun: () => wishes.openDialog({ kind: 'model' }),
  }),
  command('compare', t('Compare models side by side'), {
    icon: <Columns2 />,
    ...keysOf('compare'),
    onRun: () => wishes.openDialog({ kind: 'compare' }),
  }),
  command('settings', t('Chat settings'), {
    icon: <SlidersHorizontal />,
    ...keysOf('settings'),
    keywords: t('system prompt instructions temperature parameters tools'),
    onRun: () => wishes.openDialog({ kind: 'settings' }),
  }),
  command('prompts', t('Prompts'), {
    icon: <BookText />,
    ...keysOf('prompts'),
    keywords: t('library templates variables'),
    onRun: () => wishes.openDialog({ kind: 'prompts' }),
  }),
]
