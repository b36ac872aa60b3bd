import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { DialogProps } from '#ui/overlays/dialog-props.ts'
import { t } from '#languages/settings.ts'
import { CopyTextField } from './copy-field.tsx'

type ShownOnceDialogProps = Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'description'> & {
  label: string
  text: string
}

export const ShownOnceDialog = ({ label, text, onClose, ...dialog }: ShownOnceDialogProps) => (
  <Dialog
    {...dialog}
    onClose={onClose}
    footer={
      <Button variant="primary" onClick={onClose}>
        {t('Done')}
      </Button>
    }
  >
    <CopyTextField label={label} text={text} isSelected />
  </Dialog>
)
