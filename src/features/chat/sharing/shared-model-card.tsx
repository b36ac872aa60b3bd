import Download from 'lucide-react/icons/download'
import Rotate3d from 'lucide-react/icons/rotate-3d'
import { useEffect, useId } from 'react'
import type { SharedModel } from '#contract/chat/chat-shares.ts'
import { describeMakeup, formatCount } from '#lib/format.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { Viewer } from '#viewer/viewer.tsx'
import { t } from '#languages/app.ts'
import { useLiveCard } from '../thread/models/live-card.ts'
import { ModelStill } from '../thread/models/model-still.tsx'

/** Renders a model of a shared chat. Only one model of the page is interactive at a time. */
export function SharedModelCard({ model }: { model: SharedModel }) {
  const { name, mimeType, stats, url, thumbnailUrl } = model
  const cardId = useId()
  const { cardId: liveId, turn, rest } = useLiveCard()
  useEffect(() => () => rest(cardId), [cardId, rest])
  return (
    <article
      aria-label={t('3D model {name}', { name })}
      className="card w-full overflow-hidden shadow-float"
    >
      <div className="relative h-60 backdrop-stage sm:h-80">
        {liveId === cardId ? (
          <Viewer model={{ url, title: name }} className="absolute! inset-0" />
        ) : (
          <>
            <ModelStill url={thumbnailUrl} title={name} />
            {mimeType === glbMimeType && (
              <Button
                size="sm"
                icon={<Rotate3d aria-hidden />}
                className="absolute end-2 bottom-2"
                onClick={() => turn(cardId)}
              >
                {t('Turn')}
              </Button>
            )}
          </>
        )}
      </div>
      <div className="flex min-h-17 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <p className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-base font-semibold">
            {name}
          </span>
          {stats && (
            <span className="text-xs text-ink-muted">{describeMakeup(stats, formatCount)}</span>
          )}
        </p>
        <LinkButton size="sm" icon={<Download aria-hidden />} href={url} download>
          {t('Download')}
        </LinkButton>
      </div>
    </article>
  )
}
