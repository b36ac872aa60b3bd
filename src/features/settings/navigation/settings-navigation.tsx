import ChevronRight from 'lucide-react/icons/chevron-right'
import FolderOpen from 'lucide-react/icons/folder-open'
import Search from 'lucide-react/icons/search'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { appVersion } from '#lib/app-version.ts'
import { cn } from '#ui/cn.ts'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import {
  findSettings,
  groupTitles,
  toSettingsHref,
  type FoundSetting,
  type SettingsPage,
} from './page-list.tsx'
import type { SettingsPageId } from './settings-page-ids.ts'

type SettingsNavigationProps = {
  pages: readonly SettingsPage[]
  currentId: SettingsPageId
  /** True for the path `/settings`. On phones, this path shows only the list of pages. */
  isIndex: boolean
}

export function SettingsNavigation({ pages, currentId, isIndex }: SettingsNavigationProps) {
  const [, navigate] = useLocation()
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const found = findSettings(pages, query)
  const isSearching = query.trim() !== ''
  return (
    <nav
      aria-label={t('Settings')}
      className={cn(
        'flex w-58 shrink-0 flex-col pt-2 pe-2 pb-3 ps-0.5 max-md:w-full max-md:overflow-y-auto max-md:bg-surface max-md:px-4 max-md:pt-5',
        !isIndex && 'max-md:hidden',
      )}
    >
      <p className="px-2.5 pb-3 text-lg font-semibold max-md:px-0 max-md:text-2xl">
        {t('Settings')}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (first) navigate(first.href)
        }}
      >
        <TextField
          ref={field}
          type="search"
          aria-label={t('Find a setting')}
          placeholder={t('Find a setting')}
          icon={<Search />}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
        />
      </form>
      <div className="mt-1 min-h-0 max-md:shrink-0 md:flex-1 md:overflow-y-auto md:[scrollbar-width:none]">
        {isSearching ? (
          <Results found={found} />
        ) : (
          (['you', 'server'] as const).map((group) => (
            <Group
              key={group}
              title={groupTitles[group]}
              pages={pages.filter((page) => page.group === group)}
              currentId={isIndex ? undefined : currentId}
              shownId={currentId}
            />
          ))
        )}
      </div>
      {/* The list of pages above these links grows while it loads, so the links are hidden until the list is complete. */}
      <div className={cn('flex flex-col gap-1 pt-3', pages.length === 0 && 'invisible')}>
        <Link
          href="/view"
          className="flex h-11 items-center gap-2.5 rounded-row px-2.5 font-medium text-ink-muted md:hidden"
        >
          <FolderOpen aria-hidden className="size-3.75" />
          {t('Open a model file')}
        </Link>
        <p className="px-2.5 text-xs text-ink-faint">Bozzetto {appVersion}</p>
      </div>
    </nav>
  )
}

type GroupProps = {
  title: string
  pages: readonly SettingsPage[]
  currentId: SettingsPageId | undefined
  shownId: SettingsPageId
}

const rowClass =
  'flex min-h-8.5 items-center gap-2.25 rounded-md px-2.5 text-ink-muted transition-colors hover:bg-hover hover:text-ink coarse:min-h-11.5 [&_svg]:size-4 [&_svg]:shrink-0'

function Group({ title, pages, currentId, shownId }: GroupProps) {
  if (pages.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="px-2.5 pt-3.5 pb-1 text-xs font-medium text-ink-faint">{title}</h2>
      <ul className="flex flex-col gap-px p-px">
        {pages.map((page) => (
          <li key={page.id}>
            <Link
              href={`/settings/${page.id}`}
              aria-current={page.id === (currentId ?? shownId) ? 'page' : undefined}
              className={cn(
                rowClass,
                '[&_svg]:text-ink-faint md:aria-[current]:bg-surface-raised md:aria-[current]:font-medium md:aria-[current]:text-ink md:aria-[current]:shadow-segment md:aria-[current]:[&_svg]:text-accent',
              )}
            >
              {page.icon}
              {page.title}
              <ChevronRight aria-hidden className="ms-auto md:hidden" />
            </Link>
            {page.id === currentId && page.sections.length > 1 && <SectionLinks page={page} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

const SectionLinks = ({ page }: { page: SettingsPage }) => (
  <ul className="my-0.5 ms-4.5 border-s border-line ps-1.5 max-md:hidden">
    {page.sections.map(({ id, title }) => (
      <li key={id}>
        <Link
          href={toSettingsHref(page, id)}
          className="flex min-h-7 items-center rounded-md px-2.5 text-xs text-ink-muted transition-colors hover:bg-hover hover:text-ink"
        >
          {title}
        </Link>
      </li>
    ))}
  </ul>
)

const Results = ({ found }: { found: readonly FoundSetting[] }) => (
  <>
    <output className="block px-2.5 pt-3.5 pb-1 text-xs text-ink-faint">
      {found.length === 0
        ? t('Nothing found')
        : t('{foundCount} found', { foundCount: found.length })}
    </output>
    <ul aria-label={t('Found settings')} className="flex flex-col gap-px">
      {found.map(({ key, title, detail, href }) => (
        <li key={key}>
          <Link href={href} className={cn(rowClass, 'py-1.5')}>
            <span className="min-w-0">
              <span className="block truncate font-medium text-ink">{title}</span>
              <span className="block truncate text-xs text-ink-faint">{detail}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </>
)
