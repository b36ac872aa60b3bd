import { Button } from '#ui/actions/button.tsx'
import { LoadedMenu } from '#ui/overlays/loaded-menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/studio.ts'
import { useOutbox } from './use-outbox.ts'

const loadItems = async () => (await import('./several-items.tsx')).SeveralItems

type SeveralMenuProps = {
  takesSeed: boolean
  onSeveral: () => void
}

export function SeveralMenu({ takesSeed, onSeveral }: SeveralMenuProps) {
  const seedCount = useOutbox((state) => state.seedCount)
  const count = takesSeed ? seedCount : 1
  const trigger = showing(count)
  return (
    <LoadedMenu
      load={loadItems}
      props={{ trigger, takesSeed, count, onSeveral }}
      trigger={trigger}
    />
  )
}

const showing = (count: number) => (trigger: OverlayTriggerProps) => (
  <Button
    {...trigger}
    size="lg"
    aria-description={t('How many')}
    data-tooltip={t('How many')}
    className="shrink-0 px-3 text-sm tabular-nums"
  >
    {t('{count, plural, one {# model} other {# models}}', { count })}
  </Button>
)
