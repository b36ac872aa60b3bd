import { Bell, BellOff, Check, Layers } from 'lucide-react'
import { Button } from '#ui/actions/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { useNotifications } from '../task-news/use-notifications.ts'
import { outbox, seedCounts } from './outbox.ts'
import { useOutbox } from './use-outbox.ts'

type SeveralMenuProps = {
  /** Whether another seed makes another model here. */
  takesSeed: boolean
  onSeveral: () => void
}

/** Beside the button: how many it makes, and whether one wants to be called. */
export function SeveralMenu({ takesSeed, onSeveral }: SeveralMenuProps) {
  const seedCount = useOutbox((state) => state.seedCount)
  const notifications = useNotifications()
  const shown = takesSeed ? seedCount : 1
  return (
    <Menu
      side="top"
      trigger={showing(shown)}
      items={[
        ...(takesSeed
          ? seedCounts.map((count) => ({
              label: count === 1 ? 'One model' : `${count} models with different seeds`,
              icon: count === shown ? <Check aria-hidden /> : <span className="size-4" />,
              onSelect: () => outbox.getState().seedCountPicked(count),
            }))
          : []),
        {
          label: 'Several models or pictures…',
          icon: <Layers aria-hidden />,
          onSelect: onSeveral,
        },
        'separator',
        {
          label: notifications.isOn ? 'Stop notifying me' : 'Notify me when it is done',
          icon: notifications.isOn ? <BellOff aria-hidden /> : <Bell aria-hidden />,
          onSelect: () => void notifications.toggle(),
        },
      ]}
    />
  )
}

const showing = (count: number) => (trigger: OverlayTriggerProps) => (
  <Button
    {...trigger}
    size="lg"
    aria-label={`How many: ${count}`}
    data-tooltip="How many"
    className="shrink-0 px-3 tabular-nums"
  >
    × {count}
  </Button>
)
