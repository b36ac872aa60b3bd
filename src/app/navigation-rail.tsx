import { withBase } from '#lib/base-path.ts'
import Box from 'lucide-react/icons/box'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import MessageSquare from 'lucide-react/icons/message-square'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import { Fragment, type DragEvent, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useUnseenCount } from '#features/studio/task-news/news.ts'
import { discussPath } from '#queries/discussed-view.ts'
import { hasDraggedModel, takeDraggedModel } from '#queries/dragged-model.ts'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/app.ts'
import { AccountButton } from './account/account-button.tsx'
import type { AppPlace, PlaceName } from './navigation/routes.ts'
import { usePalette } from './palette/palette-state.ts'
import { placeShortcuts } from './shortcuts/shortcuts.ts'

type NavigationRailProps = {
  current: AppPlace['name']
  paths: Readonly<Record<PlaceName, string>>
  onPrepare: (name: PlaceName) => void
  onHelp: () => void
}

const places: { name: PlaceName; label: string; icon: ReactNode }[] = [
  { name: 'chat', label: t('Chat'), icon: <MessageSquare aria-hidden /> },
  { name: 'studio', label: t('Studio'), icon: <Box aria-hidden /> },
  { name: 'library', label: t('Library'), icon: <LayoutGrid aria-hidden /> },
  { name: 'settings', label: t('Settings'), icon: <Settings aria-hidden /> },
]

const entryClass =
  'relative flex w-full flex-col items-center justify-center gap-1 text-2xs font-medium transition-colors max-md:h-16 max-md:pb-1 md:h-13.5 md:w-auto md:min-w-15 md:rounded-menu md:px-1 [&_svg]:size-5'

const restingClass = 'text-ink-muted hover:text-ink md:hover:bg-hover'

/**
 * Renders the main navigation at the left, or at the bottom on phones. An open on-screen keyboard
 * hides the navigation.
 */
export const NavigationRail = ({ current, paths, onPrepare, onHelp }: NavigationRailProps) => (
  <nav
    aria-label={t('Main')}
    className="flex shrink-0 bg-surface-sunken pb-[env(safe-area-inset-bottom)] max-md:border-t max-md:border-line max-md:[@media(max-height:32rem)]:group-has-[:is(textarea,input):focus]/app:hidden md:min-w-17 md:flex-col md:px-1 md:items-center md:gap-1 md:overflow-y-auto md:pt-3.5 md:pb-3 md:[scrollbar-width:none]"
  >
    <Link
      href="/"
      aria-label={t('Bozzetto')}
      className="mb-3.5 hidden size-9 shrink-0 place-items-center rounded-tile md:grid"
    >
      <img src={withBase('/icon.svg')} alt="" width="26" height="26" />
    </Link>
    <ul className="contents">
      {places.map((place) => (
        <Fragment key={place.name}>
          {place.name === 'settings' && (
            <li className="mt-auto shrink-0 max-md:hidden">
              <SearchButton />
            </li>
          )}
          <li className="shrink-0 max-md:flex-1">
            <PlaceLink
              name={place.name}
              href={paths[place.name]}
              isCurrent={place.name === current}
              icon={place.icon}
              onPrepare={() => onPrepare(place.name)}
            >
              {place.label}
            </PlaceLink>
          </li>
        </Fragment>
      ))}
      <li className="mt-1 shrink-0 max-md:hidden">
        <AccountButton onHelp={onHelp} />
      </li>
    </ul>
  </nav>
)

const SearchButton = () => (
  <button
    type="button"
    onClick={() => usePalette.getState().toggled(true)}
    data-tooltip={t('Search and commands')}
    data-tooltip-keys="Ctrl K"
    data-tooltip-side="right"
    className={cn(entryClass, restingClass)}
  >
    <Search aria-hidden />
    {t('Search')}
  </button>
)

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
      data-tooltip={t('Go to {place}', { place: children })}
      data-tooltip-keys={`G ${letter.toUpperCase()}`}
      data-tooltip-side="right"
      className={cn(
        entryClass,
        isCurrent
          ? 'text-ink md:bg-surface-raised md:shadow-segment [&_svg]:text-accent'
          : restingClass,
      )}
    >
      {icon}
      <span className="line-clamp-2 max-w-full text-center leading-tight wrap-anywhere hyphens-auto md:whitespace-nowrap">
        {children}
      </span>
      {name === 'studio' && unseen > 0 && !isCurrent && (
        <span className="absolute top-1.5 start-1/2 ms-1.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-2xs leading-none font-semibold text-accent-ink tabular-nums">
          {unseen > 99 ? '99+' : unseen}
          <span className="sr-only">
            {' '}
            {t('{unseen, plural, one {task has} other {tasks have}} ended', { unseen })}
          </span>
        </span>
      )}
    </Link>
  )
}
