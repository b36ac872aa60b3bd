import { useEffect, useState } from 'react'
import { formatFixed } from '#lib/format.ts'
import { Slider } from '#ui/fields/slider.tsx'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'

type LayerSliderProps = {
  editor: Pick<EditorState, 'cut' | 'onCut' | 'print'>
  nozzleMm: number
}

/** Hides the model above the chosen layer, whose height is half of the nozzle. */
export function LayerSlider({ editor: { cut, onCut, print }, nozzleMm }: LayerSliderProps) {
  const layerMm = nozzleMm / 2
  const count = Math.max(1, Math.ceil(print.sizeMm[1] / layerMm))
  const [fraction, setFraction] = useState(0.5)
  const layer = Math.max(1, Math.round(fraction * count))
  const [before] = useState(cut)

  const place = layer / count
  useEffect(() => {
    onCut(place === 1 ? undefined : { planes: { y: { place, isFlipped: false } }, hasCap: true })
  }, [onCut, place])
  useEffect(() => () => onCut(before), [onCut, before])

  const described = t('Layer {layer} of {count}, {heightMm} mm high', {
    layer,
    count,
    heightMm: formatFixed(layer * layerMm, 1),
  })
  return (
    <div className="grid gap-1">
      <Slider
        aria-label={t('Layer')}
        aria-valuetext={described}
        value={layer}
        min={1}
        max={count}
        step={1}
        onValueChange={(value) => setFraction(value / count)}
      />
      <p className="text-xs text-ink-muted tabular-nums">{described}</p>
    </div>
  )
}
