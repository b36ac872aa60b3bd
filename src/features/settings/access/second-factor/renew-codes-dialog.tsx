import { t } from '#languages/settings.ts'
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
      title={t('Create new recovery codes?')}
      description={t('Your current codes will stop working.')}
      label={t('Create new codes')}
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
