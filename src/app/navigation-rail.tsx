import Box from 'lucide-react/icons/box'
import FolderOpen from 'lucide-react/icons/folder-open'
import Keyboard from 'lucide-react/icons/keyboard'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import MessageSquare from 'lucide-react/icons/message-square'
import Settings from 'lucide-react/icons/settings'
import type { DragEvent, ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useUnseenCount } from '#features/studio/task-news/news.ts'
import { discussPath } from '#queries/discussed-view.ts'
import { hasDraggedModel, takeDraggedModel } from '#queries/dragged-model.ts'
import { cn } from '#ui/cn.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { AppPlace, PlaceName } from './navigation/routes.ts'
import { placeShortcuts } from './shortcuts/shortcuts.ts'
import { ThemeToggle } from './theme/theme-toggle.tsx'

type NavigationRailProps = {
  current: AppPlace['name']
  paths: Readonly<Record<PlaceName, string>>
  /** Called when a link is hovered or focused. */
  onPrepare: (name: PlaceName) => void
  onHelp: () => void
}

const places: { name: PlaceName; label: string; icon: ReactNode }[] = [
  { name: 'chat', label: 'Chat', icon: <MessageSquare aria-hidden /> },
  { name: 'studio', label: 'Studio', icon: <Box aria-hidden /> },
  { name: 'library', label: 'Library', icon: <LayoutGrid aria-hidden /> },
  { name: 'settings', label: 'Settings', icon: <Settings aria-hidden /> },
]

/**
 * Renders the main navigation: a rail at the left, or a bar at the bottom on phones, which hides
 * while the on-screen keyboard is open.
 */
export const NavigationRail = ({ current, paths, onPrepare, onHelp }: NavigationRailProps) => (
  <nav
    aria-label="Main"
    className="flex shrink-0 border-line bg-surface-sunken pb-[env(safe-area-inset-bottom)] max-md:border-t max-md:[@media(max-height:32rem)]:group-has-[:is(textarea,input):focus]/app:hidden md:w-16 md:flex-col md:items-center md:overflow-y-auto md:border-r md:py-3 md:[scrollbar-width:none]"
  >
    <Link
      href="/"
      aria-label="Bozzetto"
      className="mb-4 hidden size-10 place-items-center rounded-lg md:grid"
    >
      <img src="/icon.svg" alt="" className="size-7" />
    </Link>
    <ul className="contents">
      {places.map(({ name, label, icon }) => (
        <li key={name} className={cn('flex-1 md:flex-none', name === 'settings' && 'md:mt-auto')}>
          <PlaceLink
            name={name}
            href={paths[name]}
            isCurrent={name === current}
            icon={icon}
            onPrepare={() => onPrepare(name)}
          >
            {label}
          </PlaceLink>
        </li>
      ))}
    </ul>
    <div className="flex items-center px-1 md:flex-col md:gap-1 md:px-0">
      <Link
        href="/view"
        aria-label="Open a model file"
        aria-current={current === 'viewer' ? 'page' : undefined}
        data-tooltip="Open a model file"
        data-tooltip-side="right"
        className="grid size-8 place-items-center rounded-md text-ink-muted hover:bg-hover hover:text-ink aria-[current]:text-accent coarse:size-11"
      >
        <FolderOpen aria-hidden className="size-4" />
      </Link>
      <IconButton
        label="Shortcuts"
        keys="?"
        icon={<Keyboard aria-hidden />}
        onClick={onHelp}
        data-tooltip-side="right"
        className="max-md:hidden"
      />
      <ThemeToggle />
    </div>
  </nav>
)

/** A model dropped on the chat link is mentioned in the next question. */
function useModelDrop() {
  const [, navigate] = useLocation()
  return {
    onDragOver: (event: DragEvent) => {
      if (hasDraggedModel(event.dataTransfer)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const model = takeDraggedModel(event.dataTransfer)
      if (!model) return
      event.preventDefault()
      navigate(discussPath(model.id))
    },
  }
}

type PlaceLinkProps = {
  name: PlaceName
  href: string
  isCurrent: boolean
  icon: ReactNode
  onPrepare: () => void
  children: string
}

function PlaceLink({ name, href, isCurrent, icon, onPrepare, children }: PlaceLinkProps) {
  const { letter } = placeShortcuts[name]
  const unseen = useUnseenCount()
  const takesModels = useModelDrop()
  return (
    <Link
      href={href}
      onPointerEnter={onPrepare}
      onFocus={onPrepare}
      {...(name === 'chat' && takesModels)}
      aria-current={isCurrent ? 'page' : undefined}
      data-tooltip={`Go to ${children}`}
      data-tooltip-keys={`G ${letter.toUpperCase()}`}
      data-tooltip-side="right"
      className={cn(
        'relative flex h-14 flex-col items-center justify-center gap-1 text-[0.6875rem]/4 font-medium transition-colors md:mb-1 md:w-14 md:rounded-lg',
        'before:absolute before:bg-accent before:opacity-0 aria-[current]:before:opacity-100 max-md:before:inset-x-6 max-md:before:top-0 max-md:before:h-0.5 md:before:-left-1 md:before:h-6 md:before:w-0.5 before:rounded-full',
        isCurrent ? 'text-ink md:bg-hover' : 'text-ink-muted hover:bg-hover hover:text-ink',
        '[&_svg]:size-5 [&_svg]:stroke-[1.75]',
        isCurrent && '[&_svg]:text-accent',
      )}
    >
      {icon}
      {children}
      {name === 'studio' && unseen > 0 && !isCurrent && (
        <span className="absolute top-1 right-[calc(50%-1.375rem)] grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-[0.625rem]/none font-semibold text-accent-ink tabular-nums">
          {unseen > 99 ? '99+' : unseen}
          <span className="sr-only"> {unseen === 1 ? 'task has' : 'tasks have'} ended</span>
        </span>
      )}
    </Link>
  )
}
