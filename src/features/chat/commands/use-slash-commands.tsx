import { useQuery } from '@tanstack/react-query'
import BookText from 'lucide-react/icons/book-text'
import Bot from 'lucide-react/icons/bot'
import Box from 'lucide-react/icons/box'
import Columns2 from 'lucide-react/icons/columns-2'
import Cpu from 'lucide-react/icons/cpu'
import Eye from 'lucide-react/icons/eye'
import Printer from 'lucide-react/icons/printer'
import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SquarePen from 'lucide-react/icons/square-pen'
import TextQuote from 'lucide-react/icons/text-quote'
import Upload from 'lucide-react/icons/upload'
import { useMemo } from 'react'
import type { Prompt } from '#contract/chat/library.ts'
import { t } from '#languages/app.ts'
import type { ChatCommandHandlers } from './chat-commands.tsx'
import { chatLibraryQueries } from '../conversations/library-queries.ts'
import type { SlashCommand } from '../prompts/slash.ts'

export function useSlashCommands(
  wishes: ChatCommandHandlers,
  { type }: { type: (text: string) => void },
): readonly SlashCommand[] {
  const { data: prompts } = useQuery(chatLibraryQueries.prompts())
  return useMemo(() => {
    const insert = (prompt: Prompt) => {
      if (prompt.text.includes('{{')) wishes.openDialog({ kind: 'prompt', prompt })
      else type(prompt.text)
    }
    return [
      ...(prompts ?? []).map((prompt) => ({
        name: prompt.command,
        hint: prompt.title,
        icon: <TextQuote />,
        onRun: () => insert(prompt),
      })),
      {
        name: 'make',
        hint: t('Make a 3D model of the latest picture'),
        icon: <Box />,
        isMessage: true,
        onRun: () => wishes.openDialog({ kind: 'model-command', command: 'make' }),
      },
      {
        name: 'look',
        hint: t('Show the latest model from all sides'),
        icon: <Eye />,
        isMessage: true,
        onRun: () => wishes.openDialog({ kind: 'model-command', command: 'look' }),
      },
      {
        name: 'print',
        hint: t('Make a copy to print, such as /print 80 mm'),
        icon: <Printer />,
        isMessage: true,
        onRun: () => wishes.openDialog({ kind: 'model-command', command: 'print' }),
      },
      {
        name: 'assistants',
        hint: t('Your assistants'),
        icon: <Bot />,
        onRun: wishes.openAssistants,
      },
      { name: 'new', hint: t('Start a new chat'), icon: <SquarePen />, onRun: wishes.begin },
      { name: 'find', hint: t('Find in this chat'), icon: <Search />, onRun: wishes.find },
      {
        name: 'model',
        hint: t('Choose a model'),
        icon: <Cpu />,
        onRun: () => wishes.openDialog({ kind: 'model' }),
      },
      {
        name: 'compare',
        hint: t('Ask several models at once'),
        icon: <Columns2 />,
        onRun: () => wishes.openDialog({ kind: 'compare' }),
      },
      {
        name: 'settings',
        hint: t('Instructions, parameters, tools'),
        icon: <SlidersHorizontal />,
        onRun: () => wishes.openDialog({ kind: 'settings' }),
      },
      {
        name: 'prompts',
        hint: t('Create and use prompts'),
        icon: <BookText />,
        onRun: () => wishes.openDialog({ kind: 'prompts' }),
      },
      {
        name: 'import',
        hint: t('Import chats from a file'),
        icon: <Upload />,
        onRun: () => wishes.openDialog({ kind: 'import' }),
      },
    ]
  }, [prompts, wishes, type])
}
