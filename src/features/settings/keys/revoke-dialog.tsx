import type { ApiKey } from '#contract/access/keys.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/settings.ts'
import { useRevokeKey } from '../queries/settings-queries.ts'
import { useLastDefined } from '../layout/use-last-defined.ts'

type RevokeDialogProps = { apiKey: ApiKey | undefined; onClose: () => void }

export function RevokeDialog({ apiKey, onClose }: RevokeDialogProps) {
  const revoke = useRevokeKey()
  const shown = useLastDefined(apiKey)

  function confirm() {
    if (!apiKey) return
    revoke.mutate(apiKey.id, {
      onSuccess: () => {
        showToast({ title: t('Revoked “{name}”', { name: apiKey.name }), kind: 'success' })
        onClose()
      },
      onError: reportFailure(t('“{name}” was not revoked', { name: apiKey.name })),
    })
  }

  return (
    <ConfirmDialog
      isOpen={apiKey !== undefined}
      onClose={onClose}
      onConfirm={confirm}
      isBusy={revoke.isPending}
      isDangerous
      title={t('Revoke this key?')}
      description={t(
        'Whatever uses “{name}” ({prefix}…) will stop working. This can’t be undone.',
        { name: shown?.name ?? '', prefix: shown?.prefix ?? '' },
      )}
      confirmLabel={t('Revoke')}
    />
  )
}
