import { useRenewRecoveryCodes } from '../access-queries.ts'
import { ProofDialog } from './proof-dialog.tsx'

type RenewCodesDialogProps = {
  isOpen: boolean
  onClose: () => void
  onDone: (recoveryCodes: string[]) => void
}

export function RenewCodesDialog({ isOpen, onClose, onDone }: RenewCodesDialogProps) {
  const renew = useRenewRecoveryCodes()
  return (
    <ProofDialog
      isOpen={isOpen}
      onClose={() => {
        renew.reset()
        onClose()
      }}
      title="Create new recovery codes?"
      description="Your current codes will stop working."
      label="Create new codes"
      isPending={renew.isPending}
      error={renew.error}
      onSubmit={(proof) =>
        renew.mutate(proof, {
          onSuccess: (codes) => {
            renew.reset()
            onDone(codes)
          },
        })
      }
    />
  )
}
