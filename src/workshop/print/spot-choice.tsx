import MapPinPlus from 'lucide-react/icons/map-pin-plus'
import X from 'lucide-react/icons/x'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/viewer.ts'
import type { useSpot } from './use-spot.ts'

type SpotChoiceProps = {
  picking: ReturnType<typeof useSpot>
  texts: { automatic: string; picking: string; picked: string }
}

/** Lets the user choose a place by a click on the model, or use an automatic place. */
export const SpotChoice = ({ picking, texts }: SpotChoiceProps) => (
  <div className="flex items-center justify-between gap-3">
    <p aria-live="polite" className="min-w-0 text-xs text-pretty text-ink-muted">
      {picking.spot ? texts.picked : picking.isPicking ? texts.picking : texts.automatic}
    </p>
    {picking.isPicking || picking.spot ? (
      <Button size="sm" icon={<X aria-hidden />} onClick={picking.cancel}>
        {t('Automatic')}
      </Button>
    ) : (
      <Button size="sm" icon={<MapPinPlus aria-hidden />} onClick={picking.start}>
        {t('Place')}
      </Button>
    )}
  </div>
)
