import Crosshair from 'lucide-react/icons/crosshair'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/viewer.ts'
import type { AskSpot } from './use-ask-spot.tsx'

export const SpotButton = ({
  spot: { isPicking, setIsPicking },
}: {
  spot: Pick<AskSpot, 'isPicking' | 'setIsPicking'>
}) => (
  <Button
    variant="ghost"
    size="sm"
    icon={<Crosshair aria-hidden />}
    aria-pressed={isPicking}
    onClick={() => setIsPicking(!isPicking)}
  >
    {t('Ask about a spot')}
  </Button>
)
