import { useEffect, useRef } from 'react'
import { t } from '#languages/studio.ts'
import { checkerboard } from '../checkerboard.ts'
import type { CutoutCrop } from './crop.ts'
import type { CutoutCanvas } from './cutout-canvas.ts'

const longSidePx = 320

export function CutoutPreview({
  cutout,
  crop,
}: {
  cutout: CutoutCanvas
  crop: CutoutCrop | undefined
}) {
  const target = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = target.current
    if (!canvas || !crop) return
    const scale = longSidePx / Math.max(crop.width, crop.height)
    canvas.width = Math.max(1, Math.round(crop.width * scale))
    canvas.height = Math.max(1, Math.round(crop.height * scale))
    cutout.drawCrop(canvas, crop)
  }, [cutout, crop])

  return (
    <figure className="grid gap-1.5">
      <div className="grid h-36 place-items-center rounded-lg border border-line bg-surface-sunken p-2">
        {crop ? (
          <canvas
            ref={target}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image that is drawn here
            role="img"
            aria-label={t('What is sent')}
            style={checkerboard}
            className="max-h-32 max-w-full rounded-sm"
          />
        ) : (
          <p className="px-4 text-center text-xs text-pretty text-ink-muted">
            {t('Nothing is left. Add some back with the brush, or undo.')}
          </p>
        )}
      </div>
      <figcaption className="text-center text-xs text-ink-faint tabular-nums">
        {crop
          ? t('Sent as shown · {outWidth} × {outHeight}', {
              outWidth: crop.outWidth,
              outHeight: crop.outHeight,
            })
          : t('Nothing to send')}
      </figcaption>
    </figure>
  )
}
