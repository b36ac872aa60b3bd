import Ellipsis from 'lucide-react/icons/ellipsis'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'

export const moreButton = (name: string) => (trigger: OverlayTriggerProps) => (
  <IconButton {...trigger} label={`More about ${name}`} icon={<Ellipsis aria-hidden />} />
)
