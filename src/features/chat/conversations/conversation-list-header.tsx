import Archive from 'lucide-react/icons/archive'
import Bot from 'lucide-react/icons/bot'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FolderPlus from 'lucide-react/icons/folder-plus'
import Search from 'lucide-react/icons/search'
import SquarePen from 'lucide-react/icons/square-pen'
import Trash2 from 'lucide-react/icons/trash'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { downloadAsOwner } from '#api/access/access.ts'
import { exportAllUrl } from '#api/chat/export-urls.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/app.ts'
import type { ConversationFilter } from './library-queries.ts'

type ConversationListHeaderProps = {
  query: string
  onQuery: (query: string) => void
  onNew: () => void
  onImport: () => void
  onView: (view: ConversationFilter) => void
  onNewFolder: () => void
  onAssistants: () => void
}

const tellNotExported = reportFailure(t('Nothing was exported'))

export const ConversationListHeader = ({
  query,
  onQuery,
  onNew,
  onImport,
  onView,
  onNewFolder,
  onAssistants,
}: ConversationListHeaderProps) => (
  <div className="flex flex-col gap-2 px-2 pt-2.5 pb-2">
    <div className="flex gap-1">
      <Button
        className="min-w-0 flex-1 shrink! justify-start!"
        icon={<SquarePen aria-hidden />}
        onClick={onNew}
      >
        {t('New chat')}
      </Button>
      <Menu
        trigger={moreButton}
        items={[
          { label: t('Assistants'), icon: <Bot />, onSelect: onAssistants },
          {
            label: t('New folder…'),
            icon: <FolderPlus />,
            onSelect: onNewFolder,
          },
          'separator',
          { label: t('Archived'), icon: <Archive />, onSelect: () => onView('archived') },
          { label: t('Trash'), icon: <Trash2 />, onSelect: () => onView('trash') },
          'separator',
          { label: t('Import…'), icon: <Upload />, onSelect: onImport },
          {
            label: t('Export all'),
            icon: <Download />,
            onSelect: () => void downloadAsOwner(exportAllUrl).catch(tellNotExported),
          },
        ]}
      />
    </div>
    <TextField
      type="search"
      aria-label={t('Search all chats')}
      placeholder={t('Search all chats')}
      icon={<Search />}
      value={query}
      onChange={({ target }) => onQuery(target.value)}
      onKeyDown={(event) => event.key === 'Escape' && query !== '' && onQuery('')}
      trailing={
        query !== '' && (
          <button
            type="button"
            aria-label={t('Clear the search')}
            onClick={() => onQuery('')}
            className="-me-1 rounded-sm p-0.5 text-ink-faint hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        )
      }
    />
  </div>
)

const moreButton = (trigger: OverlayTriggerProps) => (
  <IconButton {...trigger} label={t('Chat list options')} icon={<Ellipsis aria-hidden />} />
)
