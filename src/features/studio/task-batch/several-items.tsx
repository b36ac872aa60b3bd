import Bell from 'lucide-react/icons/bell'
import BellOff from 'lucide-react/icons/bell-off'
import Check from 'lucide-react/icons/check'
import Layers from 'lucide-react/icons/layers'
import { MenuPopup } from '#ui/overlays/menu-popup.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/studio.ts'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { turnOffNotices, turnOnNotices } from '#queries/push-notices.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { outbox, seedCounts } from './outbox.ts'

type SeveralItemsProps = {
  trigger: OverlayTrigger
  takesSeed: boolean
  count: number
  onSeveral: () => void
}

export function SeveralItems({ trigger, takesSeed, count: shown, onSeveral }: SeveralItemsProps) {
  const [isNotified] = useBrowserSetting(noticesSetting)
  return (
    <MenuPopup
      side="top"
      trigger={trigger}
      items={[
        ...(takesSeed
          ? seedCounts.map((count) => ({
              label:
                count === 1 ? t('One model') : t('{count} variations (different seeds)', { count }),
              icon: count === shown ? <Check aria-hidden /> : <span className="size-4" />,
              onSelect: () => outbox.getState().seedCountPicked(count),
            }))
          : []),
        {
          label: t('Several engines or pictures…'),
          icon: <Layers aria-hidden />,
          onSelect: onSeveral,
        },
        'separator',
        {
          label: isNotified ? t('Stop notifying me') : t('Notify me when it is done'),
          icon: isNotified ? <BellOff aria-hidden /> : <Bell aria-hidden />,
          onSelect: () =>
            void (isNotified ? turnOffNotices() : turnOnNotices()).catch(
              reportFailure(t('Notifications')),
            ),
        },
      ]}
    />
  )
}
