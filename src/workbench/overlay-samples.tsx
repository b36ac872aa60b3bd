import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { SampleRow } from './sample-row.tsx'

const menuButton = (props: OverlayTriggerProps) => <Button {...props}>Menu</Button>

export function OverlaySamples() {
  const [opened, setOpened] = useState<'dialog' | 'confirm'>()
  const [isChecked, setIsChecked] = useState(true)
  const close = () => setOpened(undefined)
  return (
    <SampleRow name="Menu and dialogs">
      <Menu
        trigger={menuButton}
        align="start"
        items={[
          { label: 'Rename', icon: <Pencil />, keys: 'F2', onSelect: () => {} },
          { label: 'Unavailable', isDisabled: true },
          { heading: 'Show' },
          {
            label: 'Details',
            isChecked,
            staysOpen: true,
            onSelect: () => setIsChecked(!isChecked),
          },
          'separator',
          { label: 'Delete', icon: <Trash2 />, isDangerous: true, onSelect: () => {} },
        ]}
      />
      <Button onClick={() => setOpened('dialog')}>Dialog</Button>
      <Button onClick={() => setOpened('confirm')}>Confirming dialog</Button>
      <Dialog
        isOpen={opened === 'dialog'}
        onClose={close}
        title="Rename the model"
        description="The name is shown in the library."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Save
            </Button>
          </>
        }
      >
        Content
      </Dialog>
      <ConfirmDialog
        isOpen={opened === 'confirm'}
        onClose={close}
        onConfirm={close}
        title="Delete “Chair”?"
        description="It moves to the trash."
        confirmLabel="Delete"
        isDangerous
      />
    </SampleRow>
  )
}
