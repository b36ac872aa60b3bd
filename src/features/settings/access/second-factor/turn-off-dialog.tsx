import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/settings.ts'
import { useTurnOffSecondFactor } from '../access-queries.ts'
import { ProofDialog } from './proof-dialog.tsx'

type TurnOffDialogProps = { isOpen: boolean; onClose: () => void }

export function TurnOffDialog({ isOpen, onClose }: TurnOffDialogProps) {
  const turnOff = useTurnOffSecondFactor()

  function close() {
    turnOff.reset()
    onClose()
  }

  return (
    <ProofDialog
      isOpen={isOpen}
      onClose={close}
      title={t('Turn off two-factor authentication?')}
      description={t(
        'The password will be enough to sign in. All other browsers will be signed out.',
      )}
      label={t('Turn off')}
      isDangerous
      isPending={turnOff.isPending}
      error={turnOff.error}
      onSubmit={(proof) =>
        turnOff.mutate(proof, {
          onSuccess: () => {
            showToast({ title: t('Two-factor authentication is off'), kind: 'success' })
            close()
          },
        })
      }
    />
  )
}
