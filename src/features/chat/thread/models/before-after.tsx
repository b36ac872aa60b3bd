import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Asset } from '#contract/assets.ts'
import { assetQuery } from '#queries/assets.ts'
import { Slider } from '#ui/fields/slider.tsx'
import { t } from '#languages/app.ts'

type BeforeAfterProps = {
  after: Asset
  sourceId: string
}

export function BeforeAfterPictures({ after, sourceId }: BeforeAfterProps) {
  const { data: before, isError } = useQuery(assetQuery(sourceId))
  /** Percentage of the width that shows the old model. The rest shows the new model. */
  const [part, setPart] = useState(50)
  if (isError)
    return <p className="p-3 text-xs text-ink-muted">{t('The previous model was deleted.')}</p>
  const label = 'absolute top-2 rounded bg-surface-overlay/90 px-1.5 py-0.5 text-xs text-ink'
  return (
    <div dir="ltr" className="relative h-60 bg-surface-sunken sm:h-80">
      <Side asset={after} words={t('After')} />
      <div
        className="absolute inset-0 bg-surface-sunken"
        style={{ clipPath: `inset(0 ${100 - part}% 0 0)` }}
      >
        {before && <Side asset={before} words={t('Before')} />}
      </div>
      <div
        aria-hidden
        className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent"
        style={{ left: `${part}%` }}
      />
      <span aria-hidden className={`${label} start-2`}>
        {t('Before')}
      </span>
      <span aria-hidden className={`${label} end-2`}>
        {t('After')}
      </span>
      <Slider
        aria-label={t('Before and after')}
        aria-valuetext={t('{part}% before', { part })}
        min={0}
        max={100}
        value={part}
        onValueChange={setPart}
        className="absolute inset-x-2 bottom-2 w-auto"
      />
    </div>
  )
}

const Side = ({ asset: { name, thumbnailUrl }, words }: { asset: Asset; words: string }) =>
  thumbnailUrl !== undefined && (
    <img
      src={thumbnailUrl}
      alt={`${words}: ${name}`}
      draggable={false}
      className="absolute inset-0 size-full object-contain"
    />
  )
