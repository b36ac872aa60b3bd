import Ellipsis from 'lucide-react/icons/ellipsis'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/settings.ts'

export const moreButton = (name: string) => (trigger: OverlayTriggerProps) => (
  <IconButton
    {...trigger}
    label={t('More about {name}', { name })}
    icon={<Ellipsis aria-hidden />}
  />
)
