import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import BookText from 'lucide-react/icons/book-text'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Columns2 from 'lucide-react/icons/columns-2'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Folder from 'lucide-react/icons/folder'
import Ghost from 'lucide-react/icons/ghost'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash'
import Upload from 'lucide-react/icons/upload'
import { useLocation } from 'wouter'
import type { Conversation } from '#contract/chat/chat.ts'
import { MenuPopup } from '#ui/overlays/menu-popup.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/app.ts'
import { exportItems } from './conversations/export-items.tsx'
import { useConversationMenu } from './conversations/row/use-conversation-menu.ts'
import type { ChatDialog } from './dialogs/use-chat-dialogs.ts'

type HeaderItemsProps = {
  trigger: OverlayTrigger
  conversationId: string | undefined
  conversation: Conversation | undefined
  isReadOnly: boolean
  onDialog: (dialog: ChatDialog) => void
  isReadAloud: boolean
  onReadAloud: (isOn: boolean) => void
}

export function HeaderItems(props: HeaderItemsProps) {
  const { trigger, conversationId, conversation, isReadOnly, onDialog, isReadAloud, onReadAloud } =
    props
  const [, navigate] = useLocation()
  const menu = useConversationMenu({ view: 'active', onGone: () => navigate('/chat') })
  return (
    <MenuPopup
      trigger={trigger}
      items={[
        ...(isReadOnly
          ? []
          : [
              {
                label: t('Compare models…'),
                icon: <Columns2 />,
                onSelect: () => onDialog({ kind: 'compare' }),
              },
            ]),
        {
          label: t('Temporary chat'),
          icon: <Ghost />,
          onSelect: () => navigate('/chat/temporary'),
        },
        ...(isReadOnly
          ? []
          : [
              {
                label: t('Prompts…'),
                icon: <BookText />,
                onSelect: () => onDialog({ kind: 'prompts' }),
              },
            ]),
        'separator',
        ...(conversationId === undefined
          ? []
          : [
              ...(isReadOnly
                ? []
                : [
                    {
                      label: t('Share…'),
                      icon: <Share2 />,
                      onSelect: () => onDialog({ kind: 'share', conversationId }),
                    },
                  ]),
              ...(isReadOnly
                ? []
                : [
                    {
                      label: t('Ask this regularly…'),
                      icon: <CalendarClock />,
                      onSelect: () =>
                        navigate(`/settings/schedules?from=${conversationId}#scheduled-questions`),
                    },
                  ]),
              ...exportItems(conversationId),
              {
                label: t('Print or save as PDF…'),
                icon: <Printer />,
                // Wait until the menu is closed. Otherwise the menu would be printed too.
                onSelect: () => setTimeout(() => print(), 200),
              },
            ]),
        ...(conversation === undefined || isReadOnly
          ? []
          : [
              'separator' as const,
              {
                label: t('Rename…'),
                icon: <Pencil />,
                onSelect: () => onDialog({ kind: 'rename', conversation }),
              },
              {
                label: t('Move to folder…'),
                icon: <Folder />,
                onSelect: () => onDialog({ kind: 'move', conversation }),
              },
              {
                label: t('Duplicate'),
                icon: <CopyPlus />,
                onSelect: () => menu.copy(conversation),
              },
              conversation.archivedAt === undefined
                ? {
                    label: t('Archive'),
                    icon: <Archive />,
                    onSelect: () => menu.archive(conversation),
                  }
                : {
                    label: t('Unarchive'),
                    icon: <ArchiveRestore />,
                    onSelect: () => menu.archive(conversation),
                  },
              {
                label: t('Delete'),
                icon: <Trash2 />,
                isDangerous: true,
                onSelect: () => menu.remove(conversation),
              },
              'separator' as const,
            ]),
        { label: t('Import…'), icon: <Upload />, onSelect: () => onDialog({ kind: 'import' }) },
        'separator',
        {
          label: isReadAloud
            ? t('Screen reader: announce start and end')
            : t('Screen reader: read each sentence'),
          onSelect: () => onReadAloud(!isReadAloud),
        },
      ]}
    />
  )
}
