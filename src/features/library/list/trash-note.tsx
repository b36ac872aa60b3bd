import { useState } from 'react'
import { trashDays } from '#contract/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/library.ts'
import { useEmptyTrash } from '../queries/library-queries.ts'

export function TrashNote({ count }: { count: number }) {
  const [isAsking, setIsAsking] = useState(false)
  const empty = useEmptyTrash()
  const confirm = () =>
    empty.mutate(undefined, {
      onSuccess: () => setIsAsking(false),
      onError: reportFailure(t('Could not empty the trash')),
    })
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-surface-raised px-3 py-2 text-ink-muted">
      {t('Deleted models stay here for {trashDays} days.', { trashDays })}
      {count > 0 && (
        <Button size="sm" onClick={() => setIsAsking(true)}>
          {t('Empty the trash')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={confirm}
        isBusy={empty.isPending}
        isDangerous
        title={
          count === 1
            ? t('Delete one model permanently?')
            : t('Delete {count} models permanently?', { count })
        }
        description={t(
          'They and their recipes are removed from the server. This cannot be undone.',
        )}
        confirmLabel={t('Delete')}
      />
    </div>
  )
}
