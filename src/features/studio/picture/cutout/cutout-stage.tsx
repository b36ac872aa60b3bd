import Maximize2 from 'lucide-react/icons/maximize-2'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useId, useRef } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/studio.ts'
import { checkerboard } from '../checkerboard.ts'
import type { CutoutCrop } from './crop.ts'
import type { CutoutCanvas } from './cutout-canvas.ts'
import type { MaskEditing } from './use-mask-edit.ts'
import { type DrawingTool, useStrokes } from './use-strokes.ts'
import { useZoom, zoomMax } from './use-zoom.ts'

type CutoutStageProps = {
  cutout: CutoutCanvas
  pictureUrl: string
  editing: MaskEditing
  tool: DrawingTool
  crop: CutoutCrop | undefined
}

export function CutoutStage({ cutout, pictureUrl, editing, tool, crop }: CutoutStageProps) {
  const { width, height, canvas } = cutout
  const area = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const { handlers, cursor, loop, said } = useStrokes({ area, size: cutout, editing, tool })
  const { frame, zoom, zoomIn, zoomOut, fit } = useZoom(area)
  const helpId = useId()
  const { mode, isLasso, radiusPx } = tool

  useEffect(() => {
    const parent = place.current
    parent?.append(canvas)
    return () => canvas.remove()
  }, [canvas])

  return (
    <div className="relative">
      <div
        ref={frame}
        className="flex max-h-[calc(min(58vh,34rem)+1.125rem)] overflow-auto rounded-lg border border-line bg-surface-sunken p-2"
      >
        <div
          ref={area}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move the brush
          tabIndex={0}
          role="application"
          aria-roledescription={isLasso ? t('Lasso') : t('Brush')}
          aria-label={mode === 'add' ? t('Picture, adding') : t('Picture, erasing')}
          aria-describedby={helpId}
          {...handlers}
          style={{
            ...checkerboard,
            aspectRatio: `${width} / ${height}`,
            width: `calc(${zoom.toFixed(4)} * min(100%, ${(width / height).toFixed(4)} * min(58vh, 34rem)))`,
          }}
          // `touch-pinch-zoom` keeps the two-finger zoom of the page.
          className="relative m-auto shrink-0 cursor-crosshair touch-pinch-zoom overflow-hidden rounded-md outline-offset-2 outline-accent select-none focus-visible:outline-2"
        >
          <img
            src={pictureUrl}
            alt=""
            draggable={false}
            className="absolute inset-0 size-full opacity-20"
          />
          <div ref={place} className="absolute inset-0" />
          {crop && (
            <div
              aria-hidden
              style={{
                left: `${(crop.left / width) * 100}%`,
                top: `${(crop.top / height) * 100}%`,
                width: `${(crop.width / width) * 100}%`,
                height: `${(crop.height / height) * 100}%`,
              }}
              className="pointer-events-none absolute border border-dashed border-accent"
            />
          )}
          {loop.length > 2 && (
            <svg
              aria-hidden
              viewBox={`0 0 ${width} ${height}`}
              className="pointer-events-none absolute inset-0 size-full"
            >
              <polygon
                points={loop.join(' ')}
                vectorEffect="non-scaling-stroke"
                strokeWidth="2"
                fillOpacity="0.2"
                className={
                  mode === 'add' ? 'fill-accent stroke-accent' : 'fill-danger stroke-danger'
                }
              />
            </svg>
          )}
          {cursor && !isLasso && (
            <div
              aria-hidden
              style={{
                left: `${((cursor[0] - radiusPx) / width) * 100}%`,
                top: `${((cursor[1] - radiusPx) / height) * 100}%`,
                width: `${((2 * radiusPx) / width) * 100}%`,
              }}
              className={`pointer-events-none absolute aspect-square rounded-full border-2 ${mode === 'add' ? 'border-accent' : 'border-danger'}`}
            />
          )}
        </div>
      </div>
      <div className="absolute end-3 bottom-3 flex rounded-md border border-line bg-surface-overlay/90">
        <IconButton
          label={t('Zoom out')}
          icon={<ZoomOut aria-hidden />}
          disabled={zoom <= 1}
          onClick={zoomOut}
        />
        <IconButton
          label={t('Zoom in')}
          keys="Ctrl Wheel"
          icon={<ZoomIn aria-hidden />}
          disabled={zoom >= zoomMax}
          onClick={zoomIn}
        />
        <IconButton
          label={t('Whole picture')}
          icon={<Maximize2 aria-hidden />}
          disabled={zoom <= 1}
          onClick={fit}
        />
      </div>
      <p id={helpId} className="sr-only">
        {isLasso
          ? t(
              'Arrow keys move, with Shift further. Hold Space while moving to draw around an area.',
            )
          : t(
              'Arrow keys move the brush, with Shift further. Space paints, held down while moving it draws a line.',
            )}
      </p>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  )
}
