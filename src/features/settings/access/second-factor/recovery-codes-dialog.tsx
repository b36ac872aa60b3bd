import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type RecoveryCodesDialogProps = {
  isOpen: boolean
  onClose: () => void
  codes: readonly string[]
}

export const RecoveryCodesDialog = ({ isOpen, onClose, codes }: RecoveryCodesDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title="Save your recovery codes"
    description="If you lose your phone, each code lets you sign in once, together with the password. Keep them somewhere safe: they won’t be shown again."
    footer={
      <Button variant="primary" onClick={onClose}>
        I’ve saved them
      </Button>
    }
  >
    <RecoveryCodes codes={codes} />
  </Dialog>
)
