import Box from 'lucide-react/icons/box'
import Clock from 'lucide-react/icons/clock'
import Folder from 'lucide-react/icons/folder'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash'
import type { ReactNode } from 'react'
import type { AssetNarrowing } from '#api/library.ts'
import type { LibrarySummary } from '#contract/assets.ts'
import { formatBytes, formatCount } from '#lib/format.ts'
import { rich, t } from '#languages/library.ts'
import { createWeekNarrowing } from './list/narrowing-parts.ts'

type LibrarySidebarProps = {
  summary: LibrarySummary
  value: AssetNarrowing
  onChange: (value: AssetNarrowing) => void
  nameOfModel: (id: string) => string
}

export function LibrarySidebar({ summary, value, onChange, nameOfModel }: LibrarySidebarProps) {
  const { count, trashCount, folders, models, tags, storedBytes } = summary
  const isAll = !Object.values(value).some(Boolean)
  return (
    <nav
      aria-label={t('Parts of the library')}
      className="flex h-full w-57 shrink-0 flex-col overflow-y-auto px-2 pt-3 pb-3"
    >
      <h1 className="px-2.5 pb-3 text-lg font-semibold">{t('Library')}</h1>
      <Part icon={<LayoutGrid />} count={count} isOn={isAll} onPressed={() => onChange({})}>
        {t('All models')}
      </Part>
      <Part
        icon={<Star />}
        isOn={value.starred === true}
        onPressed={() => onChange(value.starred ? {} : { starred: true })}
      >
        {t('Starred')}
      </Part>
      <Part
        icon={<Clock />}
        isOn={value.since !== undefined}
        onPressed={() => onChange(value.since === undefined ? createWeekNarrowing() : {})}
      >
        {t('Made this week')}
      </Part>
      {(trashCount > 0 || value.trash) && (
        <Part
          icon={<Trash2 />}
          count={trashCount}
          isOn={value.trash === true}
          onPressed={() => onChange(value.trash ? {} : { trash: true })}
        >
          {t('Trash')}
        </Part>
      )}
      {folders.length > 0 && (
        <Group title={t('Folders')}>
          {folders.map((folder) => (
            <Part
              key={folder.name}
              icon={<Folder />}
              count={folder.count}
              isOn={value.folder === folder.name}
              onPressed={() =>
                onChange(value.folder === folder.name ? {} : { folder: folder.name })
              }
            >
              {folder.name}
            </Part>
          ))}
        </Group>
      )}
      {models.length > 1 && (
        <Group title={t('Made by')}>
          {models.map((model) => (
            <Part
              key={model.name}
              icon={<Box />}
              count={model.count}
              isOn={value.modelId === model.name}
              onPressed={() =>
                onChange({
                  ...value,
                  trash: undefined,
                  modelId: value.modelId === model.name ? undefined : model.name,
                })
              }
            >
              {nameOfModel(model.name)}
            </Part>
          ))}
        </Group>
      )}
      {tags.length > 0 && (
        <Group title={t('Tags')}>
          <div className="flex flex-wrap gap-1.5 px-2.5 pt-0.5">
            {tags.map(({ name }) => (
              <button
                key={name}
                type="button"
                aria-pressed={value.tag === name}
                onClick={() =>
                  onChange({
                    ...value,
                    trash: undefined,
                    tag: value.tag === name ? undefined : name,
                  })
                }
                className="h-6 touch-target max-w-full truncate rounded-full bg-hover px-2.25 text-xs font-medium text-ink-muted transition-colors hover:bg-pressed hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
              >
                {name}
              </button>
            ))}
          </div>
        </Group>
      )}
      <p className="mt-auto flex justify-between gap-2 px-2.5 pt-6 text-xs text-ink-muted tabular-nums">
        {rich('On this server {span}', {
          storedBytes: formatBytes(storedBytes),
          span: <span>{formatBytes(storedBytes)}</span>,
        })}
      </p>
    </nav>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-4">
    <h2 className="px-2.5 pb-1 text-xs font-medium text-ink-muted">{title}</h2>
    {children}
  </section>
)

type PartProps = {
  icon: ReactNode
  count?: number
  isOn: boolean
  onPressed: () => void
  children: string
}

const Part = ({ icon, count, isOn, onPressed, children }: PartProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onPressed}
    className="flex h-8.5 w-full shrink-0 items-center gap-2.5 rounded-row px-2.5 text-start text-ink-muted transition-colors hover:bg-hover hover:text-ink aria-pressed:bg-surface-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-segment coarse:h-11.5 [&_svg]:size-3.75 [&_svg]:shrink-0 aria-pressed:[&_svg]:text-accent"
  >
    {icon}
    <span className="min-w-0 flex-1 truncate">{children}</span>
    {count !== undefined && (
      <span className="text-xs text-ink-faint tabular-nums">{formatCount(count)}</span>
    )}
  </button>
)
