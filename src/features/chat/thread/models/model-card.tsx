import { translateFailure, translateStage } from '#lib/language/translate-sentence.ts'
import { useQuery } from '@tanstack/react-query'
import Box from 'lucide-react/icons/box'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import { use, useState } from 'react'
import { useLocation } from 'wouter'
import { cancelTask } from '#api/tasks.ts'
import type { Asset } from '#contract/assets.ts'
import { isTaskOver, type Task } from '#contract/tasks.ts'
import { describeMakeup, formatCount } from '#lib/format.ts'
import { formatMention } from '#lib/links/model-mention.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import { assetQuery } from '#queries/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { t } from '#languages/app.ts'
import { ReadOnlyContext, useThreadActions } from '../thread-actions.ts'
import { BeforeAfterPictures } from './before-after.tsx'
import { CardPicture } from './card-picture.tsx'
import { CardRoom } from './card-room.tsx'
import { useTaskState } from './use-task-state.ts'

type ModelCardProps = {
  taskId?: string | undefined
  assetId?: string | undefined
}

/**
 * Renders a model in an answer: first its progress, then its picture, and on request the
 * interactive model.
 */
export function ModelCard({ taskId, assetId }: ModelCardProps) {
  const news = useTaskState(assetId === undefined ? taskId : undefined)
  const made = assetId ?? news?.task.asset?.id
  const [earlier, setEarlier] = useState<string[]>([])
  const [isComparing, setIsComparing] = useState(false)
  const id = earlier.at(-1) ?? made
  const { data: asset, isError } = useQuery({ ...assetQuery(id ?? ''), enabled: id !== undefined })
  const task = news?.task
  if (isError)
    return (
      <p className="text-xs text-ink-muted">
        {t('This model was deleted, or is not shared with you.')}
      </p>
    )
  // A placeholder of the same height keeps other content in place.
  if (!asset && !task) return <CardRoom />
  const title = asset?.name ?? t('New model')
  return (
    <article
      aria-label={t('3D model {title}', { title })}
      className="relative card w-full overflow-hidden shadow-float"
    >
      {asset?.recipe?.source && isComparing ? (
        <BeforeAfterPictures key={asset.id} after={asset} sourceId={asset.recipe.source.assetId} />
      ) : (
        <CardPicture
          key={id}
          title={title}
          assetId={asset?.id}
          url={asset?.mimeType === glbMimeType ? asset.url : news?.previewUrl}
          stillUrl={asset?.thumbnailUrl ?? task?.pictureUrl}
          notes={asset?.notes}
        />
      )}
      {asset && (asset.recipe?.source || earlier.length > 0) && (
        <Versions
          hasLater={earlier.length > 0}
          sourceId={asset.recipe?.source?.assetId}
          isComparing={isComparing}
          onEarlier={(sourceId) => setEarlier([...earlier, sourceId])}
          onLater={() => setEarlier(earlier.slice(0, -1))}
          onCompare={() => setIsComparing(!isComparing)}
        />
      )}
      {asset ? <Facts asset={asset} /> : task && <Making task={task} />}
    </article>
  )
}

type VersionsProps = {
  sourceId: string | undefined
  hasLater: boolean
  isComparing: boolean
  onEarlier: (sourceId: string) => void
  onLater: () => void
  onCompare: () => void
}

function Versions({ sourceId, hasLater, isComparing, ...on }: VersionsProps) {
  return (
    <div className="absolute top-2 start-2 flex items-center gap-0.5 float p-0.5">
      <IconButton
        size="sm"
        label={t('Earlier version')}
        icon={<ChevronLeft aria-hidden />}
        disabled={sourceId === undefined}
        onClick={() => sourceId !== undefined && on.onEarlier(sourceId)}
      />
      <IconButton
        size="sm"
        label={t('Later version')}
        icon={<ChevronRight aria-hidden />}
        disabled={!hasLater}
        onClick={on.onLater}
      />
      {sourceId !== undefined && (
        <Button size="sm" variant="ghost" aria-pressed={isComparing} onClick={on.onCompare}>
          {t('Before and after')}
        </Button>
      )}
    </div>
  )
}

function Facts({ asset }: { asset: Asset }) {
  const [, navigate] = useLocation()
  const { mention } = useThreadActions()
  return (
    <div className={foot}>
      <p className="min-w-0 flex-1 max-sm:basis-full">
        <span dir="auto" className="block truncate text-base font-semibold">
          {asset.name}
        </span>
        {asset.stats && (
          <span className="text-xs text-ink-muted">{describeMakeup(asset.stats, formatCount)}</span>
        )}
      </p>
      <div className="flex flex-wrap gap-1.5 max-sm:[&_svg]:hidden">
        {!use(ReadOnlyContext) && (
          <Button
            variant="ghost"
            size="sm"
            icon={<MessageSquareQuote aria-hidden />}
            onClick={() => mention(formatMention(asset))}
          >
            {t('Use as input')}
          </Button>
        )}
        <LinkButton size="sm" icon={<Download aria-hidden />} href={asset.url} download>
          {t('Download')}
        </LinkButton>
        <Button
          variant="primary"
          size="sm"
          icon={<Box aria-hidden />}
          onClick={() => navigate(`/asset/${asset.id}`)}
        >
          {t('Open in studio')}
        </Button>
      </div>
    </div>
  )
}

/** Must equal the height in `CardRoom`, so that nothing moves when a model is ready. */
const foot =
  'flex min-h-27 flex-wrap content-center items-center gap-x-3 gap-y-2 px-4 py-3 sm:min-h-17'

function Making({ task }: { task: Task }) {
  if (isTaskOver(task.status)) {
    const words = task.status === 'cancelled' ? t('Cancelled.') : translateFailure(task.failure)
    return <p className={`${foot} text-ink-muted`}>{words}</p>
  }
  const cancel = () => {
    cancelTask(task.id).catch(reportFailure(t('Could not cancel')))
  }
  return (
    <div className={foot}>
      <Progress
        className="min-w-0 flex-1"
        label={
          translateStage(task) ?? (task.status === 'queued' ? t('Waiting') : t('Making the model'))
        }
        value={task.progress}
      />
      <Button size="sm" variant="ghost" onClick={cancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
