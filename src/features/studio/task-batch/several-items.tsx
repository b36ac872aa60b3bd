import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import Check from 'lucide-react/icons/check'
import Layers from 'lucide-react/icons/layers'
import { MenuPopup } from '#ui/overlays/menu-popup.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/studio.ts'
import { useNotifications } from '../task-news/use-notifications.ts'
import { outbox, seedCounts } from './outbox.ts'

type SeveralItemsProps = {
  trigger: OverlayTrigger
  takesSeed: boolean
  count: number
  onSeveral: () => void
}

export function SeveralItems({ trigger, takesSeed, count: shown, onSeveral }: SeveralItemsProps) {
  const notifications = useNotifications()
  return (
    <MenuPopup
      side="top"
      trigger={trigger}
      items={[
        ...(takesSeed
          ? seedCounts.map((count) => ({
              label:
                count === 1 ? t('One model') : t('{count} models with different seeds', { count }),
              icon: count === shown ? <Check aria-hidden /> : <span className="size-4" />,
              onSelect: () => outbox.getState().seedCountPicked(count),
            }))
          : []),
        {
          label: t('Several models or pictures…'),
          icon: <Layers aria-hidden />,
          onSelect: onSeveral,
        },
        'separator',
        {
          label: notifications.isOn ? t('Stop notifying me') : t('Notify me when it is done'),
          icon: notifications.isOn ? <BellOff aria-hidden /> : <Bell aria-hidden />,
          onSelect: () => void notifications.toggle(),
        },
      ]}
    />
  )
}
