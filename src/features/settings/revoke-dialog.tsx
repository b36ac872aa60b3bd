import { explain } from '#api/errors.ts'
import type { ApiKey } from '#contract/keys.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { useRevokeKey } from './queries.ts'
import { useLastDefined } from './use-last-defined.ts'

type RevokeDialogProps = { apiKey: ApiKey | undefined; onClose: () => void }

export function RevokeDialog({ apiKey, onClose }: RevokeDialogProps) {
  const revoke = useRevokeKey()
  const shown = useLastDefined(apiKey)

  function confirm() {
    if (!apiKey) return
    revoke.mutate(apiKey.id, {
      onSuccess: () => {
        showToast({ title: `Revoked “${apiKey.name}”`, kind: 'success' })
        onClose()
      },
      onError: (error) =>
        showToast({
          title: `“${apiKey.name}” was not revoked`,
          detail: explain(error),
          kind: 'error',
        }),
    })
  }

  return (
    <ConfirmDialog
      isOpen={apiKey !== undefined}
      onClose={onClose}
      onConfirm={confirm}
      isBusy={revoke.isPending}
      isDangerous
      title="Revoke this key?"
      description={`Whatever uses “${shown?.name ?? ''}” (${shown?.prefix ?? ''}…) is refused from its next request on. This cannot be taken back.`}
      confirmLabel="Revoke"
    />
  )
}
