import { useQuery } from '@tanstack/react-query'
import Columns2 from 'lucide-react/icons/columns-2'
import Download from 'lucide-react/icons/download'
import FolderInput from 'lucide-react/icons/folder-input'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { download } from '#api/download.ts'
import { toDownloadUrl } from '#api/library.ts'
import { assetsAtOnceMax, type Asset } from '#contract/assets.ts'
import { formatCount } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { useEscape } from '#ui/actions/use-escape.ts'
import { useBelowToasts } from '#ui/feedback/use-below-toasts.ts'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/library.ts'
import { libraryQueries } from '../queries/library-queries.ts'
import { LabelDialog } from './label-dialog.tsx'
import type { Chosen } from './use-chosen.ts'
import { useChosenActions } from './use-chosen-actions.ts'

const comparedMax = 4

export function ChosenBar({ chosen, assets }: { chosen: Chosen; assets: readonly Asset[] }) {
  const [, navigate] = useLocation()
  const { data: summary } = useQuery(libraryQueries.summary())
  const [asked, setAsked] = useState<'tag' | 'folder'>()
  useEscape(chosen.end)
  const bar = useRef<HTMLElement>(null)
  useBelowToasts(bar)
  const known = new Map(assets.map((asset) => [asset.id, asset]))
  const ticked = [...(chosen.ids ?? [])].flatMap((id) => known.get(id) ?? [])
  const ids = ticked.map(({ id }) => id)
  const { throwAway, takeBack, tag, move, progress, stop } = useChosenActions(ticked, chosen.end)
  const canCompare = ids.length >= 2 && ids.length <= comparedMax
  // A list contains either only trashed models or no trashed models.
  const isTrash = assets.some(({ deletedAt }) => deletedAt !== undefined)

  return (
    <section
      ref={bar}
      aria-label={t('Selected models')}
      className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-surface-raised px-4 py-2.5 md:px-6"
    >
      {progress && (
        <>
          <Progress
            className="min-w-48 flex-1"
            label={t('{done} of {total}', { done: progress.done, total: progress.total })}
            value={progress.done / progress.total}
          />
          <Button onClick={stop}>{t('Stop')}</Button>
        </>
      )}
      {!progress && (
        <p aria-live="polite" className="me-auto text-ink-muted tabular-nums">
          {ids.length === 0
            ? t('Select models')
            : t('{idsCount} selected', { idsCount: formatCount(ids.length) })}
          {ids.length > comparedMax && ` ${t('· compare up to {comparedMax}', { comparedMax })}`}
          {ids.length > assetsAtOnceMax &&
            t(', download up to {assetsAtOnceMax}', { assetsAtOnceMax })}
        </p>
      )}
      {!progress && isTrash && (
        <Button
          variant="primary"
          icon={<Undo2 aria-hidden />}
          disabled={ids.length === 0}
          onClick={takeBack}
        >
          {t('Restore')}
        </Button>
      )}
      {!progress && !isTrash && (
        <>
          <Button
            variant="primary"
            icon={<Columns2 aria-hidden />}
            disabled={!canCompare}
            onClick={() => navigate(`/compare?assets=${ids.join(',')}`)}
          >
            {t('Compare')}
          </Button>
          <Button
            icon={<Tag aria-hidden />}
            disabled={ids.length === 0}
            onClick={() => setAsked('tag')}
          >
            {t('Tag')}
          </Button>
          <Button
            icon={<FolderInput aria-hidden />}
            disabled={ids.length === 0}
            onClick={() => setAsked('folder')}
          >
            {t('Move')}
          </Button>
          <Button
            icon={<Download aria-hidden />}
            disabled={ids.length === 0 || ids.length > assetsAtOnceMax}
            onClick={() => download(toDownloadUrl(ids))}
          >
            {t('Download')}
          </Button>
          <Button icon={<Trash2 aria-hidden />} disabled={ids.length === 0} onClick={throwAway}>
            {t('Delete')}
          </Button>
        </>
      )}
      <IconButton label={t('Cancel selection')} icon={<X aria-hidden />} onClick={chosen.end} />
      <LabelDialog
        key={asked ?? 'none'}
        isOpen={asked !== undefined}
        kind={asked ?? 'tag'}
        count={ids.length}
        suggestions={(asked === 'tag' ? summary?.tags : summary?.folders)?.map(getName) ?? []}
        onClose={() => setAsked(undefined)}
        onEnter={(name: string) => {
          setAsked(undefined)
          if (asked === 'tag') tag(name)
          else move(name)
        }}
      />
    </section>
  )
}

const getName = ({ name }: { name: string }): string => name
