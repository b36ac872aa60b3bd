import { Button } from '#ui/actions/button.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { t } from '#languages/studio.ts'
import { logScale, positionMax } from '../form/slider-scale.ts'
import type { DepthParam } from '../state/depth-param.ts'

type DepthControlProps = {
  param: DepthParam
  ratio: number
  /** Depth ratio that the user selected. Undefined if the user has not changed the depth. */
  chosen: number | undefined
  isStarting: boolean
  onChoice: (ratio: number) => void
  onMake: (ratio: number) => void
}

export function DepthControl(props: DepthControlProps) {
  const { param, ratio, chosen, isStarting, onChoice, onMake } = props
  const scale = logScale({ min: param.min, max: param.max, step: 0.01 })
  const shown = chosen ?? Number(ratio.toPrecision(2))
  const said = t('{shown} × the longest side of the front', { shown })
  return (
    <div className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3 text-xs">
        <span className="font-medium">{t('Depth from front to back')}</span>
        <span className="text-end text-ink-muted tabular-nums">{said}</span>
      </div>
      <div className="flex items-center gap-3">
        <Slider
          aria-label={t('Depth')}
          aria-valuetext={said}
          className="min-w-0 flex-1"
          min={0}
          max={positionMax}
          step="any"
          isUnset={chosen === undefined}
          value={scale.toPosition(shown)}
          onValueChange={(position) => {
            const next = scale.fromPosition(position)
            // One press of an arrow key may change the number by less than its rounding. Then the
            // next rounded number is selected.
            const direction = position > scale.toPosition(shown) ? 1 : -1
            onChoice(next === shown ? scale.next(shown, direction) : next)
          }}
        />
        <Button
          size="sm"
          variant="primary"
          disabled={chosen === undefined}
          isLoading={isStarting}
          onClick={() => chosen !== undefined && onMake(chosen)}
        >
          {t('Make with this depth')}
        </Button>
      </div>
    </div>
  )
}
