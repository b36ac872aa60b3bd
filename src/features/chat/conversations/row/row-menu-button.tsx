import Ellipsis from 'lucide-react/icons/ellipsis'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'

export const rowMenuButton = (label: string) => (trigger: OverlayTriggerProps) => (
  <IconButton
    {...trigger}
    size="sm"
    label={label}
    icon={<Ellipsis aria-hidden />}
    className="opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100 coarse:opacity-100"
  />
)
