import Box from 'lucide-react/icons/box'
import Camera from 'lucide-react/icons/camera'
import History from 'lucide-react/icons/rotate-ccw-clock'
import Link from 'lucide-react/icons/link'
import { MenuPopup } from '#ui/overlays/menu-popup.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/studio.ts'
import { type CanvasView, useCanvasView } from '../canvas-view.ts'

export type PictureSourceDialog = 'address' | 'webcam' | 'recent'

type SourceItemsProps = {
  trigger: OverlayTrigger
  onDialog: (dialog: PictureSourceDialog) => void
  onCamera: () => void
  onView: (view: CanvasView) => void
}

export function SourceItems({ trigger, onDialog, onCamera, onView }: SourceItemsProps) {
  const view = useCanvasView()
  return (
    <MenuPopup
      align="start"
      trigger={trigger}
      items={[
        { label: t('Recent…'), icon: <History aria-hidden />, onSelect: () => onDialog('recent') },
        {
          label: t('From a web address…'),
          icon: <Link aria-hidden />,
          onSelect: () => onDialog('address'),
        },
        { label: t('Take a photo…'), icon: <Camera aria-hidden />, onSelect: onCamera },
        {
          label: t('Current canvas view'),
          icon: <Box aria-hidden />,
          isDisabled: view === undefined,
          onSelect: () => view && onView(view),
        },
      ]}
    />
  )
}
