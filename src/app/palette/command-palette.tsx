import { useQuery, useQueryClient } from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import SettingsIcon from 'lucide-react/icons/settings'
import MessageSquare from 'lucide-react/icons/message-square'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { findChats } from '#features/chat/conversations/palette-source.ts'
import { findSettingsFor } from '#features/settings/navigation/palette-source.ts'
import { accessStateQuery } from '#queries/access-state.ts'
import { assetsKey } from '#queries/assets.ts'
import { formatDateTime } from '#lib/format.ts'
import { commandStore, matchCommands, type Command } from '#ui/actions/commands.ts'
import { Kbd } from '#ui/actions/kbd.tsx'
import { SearchDialog } from '#ui/overlays/search-dialog.tsx'
import { rich, t } from '#languages/app.ts'
import type { PlaceName } from '../navigation/routes.ts'
import { appCommands } from './app-commands.tsx'

const assetsMax = 8

export type CommandPaletteProps = {
  isOpen: boolean
  onClose: () => void
  onGo: (place: PlaceName) => void
  onHelp: () => void
  onOpen: (path: string) => void
}

type Entry = {
  id: string
  group: string
  label: string
  detail?: string | undefined
  icon: ReactNode
  keys?: string | undefined
  onRun: () => void
}

export function CommandPalette({ isOpen, onClose, onGo, onHelp, onOpen }: CommandPaletteProps) {
  const client = useQueryClient()
  const [query, setQuery] = useState('')
  const typed = query.trim()
  // Only the search in chats is deferred, because Enter must run the command that matches the
  // current text.
  const wanted = useDeferredValue(typed)
  const parts = useStore(commandStore, (state) => state.parts)
  const { data: chats = [] } = useQuery({
    queryKey: ['chat', 'palette', wanted],
    queryFn: ({ signal }) => findChats(client, wanted, signal),
    enabled: isOpen,
    placeholderData: (before) => before,
    retry: false,
  })
  const { data: assets = [] } = useQuery({
    queryKey: [...assetsKey, 'palette', wanted],
    queryFn: async ({ signal }) => {
      // Imported here, because a static import would add this code to the first visit.
      const { listAssets } = await import('#api/library.ts')
      return listAssets({ search: wanted, limit: assetsMax }, signal)
    },
    select: ({ assets: found }) => found,
    enabled: isOpen && wanted !== '',
    placeholderData: (before) => before,
    retry: false,
  })
  const offered = matchCommands(
    [...parts.flatMap(({ list }) => list), ...appCommands({ go: onGo, help: onHelp })],
    typed,
  )
  const access = client.getQueryData(accessStateQuery().queryKey)
  const entries: Entry[] = [
    ...inGroups(offered),
    ...findSettingsFor(access, typed).map(({ key, title, detail, href }) => ({
      id: `setting.${key}`,
      group: t('Settings'),
      label: title,
      detail,
      icon: <SettingsIcon />,
      onRun: () => onOpen(href),
    })),
    ...(wanted === '' ? [] : assets).map(({ id, name, createdAt, thumbnailUrl }) => ({
      id: `asset.${id}`,
      group: t('Library'),
      label: name,
      detail: formatDateTime(createdAt),
      icon:
        thumbnailUrl === undefined ? (
          <Box />
        ) : (
          <img
            src={thumbnailUrl}
            alt=""
            className="size-8 rounded-md backdrop-stage object-contain"
          />
        ),
      onRun: () => onOpen(`/library/${id}`),
    })),
    ...chats.map(({ id, title, detail, path }) => ({
      id: `found.${id}`,
      group: wanted === '' ? t('Recent chats') : t('In chats'),
      label: title,
      detail,
      icon: <MessageSquare />,
      onRun: () => onOpen(path),
    })),
  ]
  const close = () => {
    setQuery('')
    onClose()
  }
  return (
    <SearchDialog
      isOpen={isOpen}
      onClose={close}
      label={t('Commands')}
      placeholder={t('Find a chat, a model, a setting or a command')}
      query={query}
      onQueryChange={setQuery}
      items={entries}
      renderItem={(entry) => <Row entry={entry} />}
      onPick={({ onRun }) => {
        close()
        onRun()
      }}
      empty={t('No results.')}
      footer={
        <>
          <span className="flex items-center gap-1">
            {rich('{up}{down} select', { up: <Kbd>↑</Kbd>, down: <Kbd>↓</Kbd> })}
          </span>
          <span className="flex items-center gap-1">
            {rich('{key} run', { key: <Kbd>Enter</Kbd> })}
          </span>
        </>
      }
    />
  )
}

const Row = ({ entry: { icon, label, detail, keys } }: { entry: Entry }) => (
  <>
    <span aria-hidden className="flex shrink-0 text-ink-muted [&_svg]:size-4">
      {icon}
    </span>
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate">
        {label}
      </span>
      {detail !== undefined && detail !== '' && (
        <span className="block truncate text-xs text-ink-faint">{detail}</span>
      )}
    </span>
    {keys !== undefined && (
      <span className="flex shrink-0 gap-1">
        {keys.split(' ').map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    )}
  </>
)

function inGroups(commands: readonly Command[]): Entry[] {
  const groups = [...new Set(commands.map(({ group }) => group))]
  return groups.flatMap((group) =>
    commands
      .filter((command) => command.group === group)
      .map(({ id, label, icon, keys, onRun }) => ({ id, group, label, icon, keys, onRun })),
  )
}
