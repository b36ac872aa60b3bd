import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { keepAccount, deleteAccount } from '#api/access/people.ts'
import type { AccessState } from '#contract/access/access.ts'
import { withClient } from '#queries/with-client.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { formatDay } from '../layout/format-day.ts'

const readAgain = withClient((client) => client.invalidateQueries({ queryKey: ['access'] }))
type AccountDeletionProps = { person: NonNullable<AccessState['person']> }

export function AccountDeletion({ person: { deletesAt } }: AccountDeletionProps) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: deleteAccount,
    onSuccess: readAgain,
    onError: reportFailure(t('Could not delete your account')),
  })
  const keep = useMutation({
    mutationFn: keepAccount,
    onSuccess: readAgain,
    onError: reportFailure(t('Could not keep your account')),
  })
  if (deletesAt !== undefined) {
    return (
      <div
        role="alert"
        className={`${cardClass} flex flex-wrap items-center justify-between gap-3 px-4 py-3`}
      >
        <p className="text-danger">
          {t('Your account and everything in it will be deleted on {deletesAt}.', {
            deletesAt: formatDay(deletesAt),
          })}
        </p>
        <Button isLoading={keep.isPending} onClick={() => keep.mutate()}>
          {t('Keep my account')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <Button variant="ghost" className="self-start" onClick={() => setIsAsking(true)}>
        {t('Delete my account')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        isBusy={remove.isPending}
        isDangerous
        title={t('Delete your account?')}
        description={t(
          'Your chats, models, files and API keys are deleted for good in 7 days. Until then you can sign in and cancel this. Export what you want to keep first.',
        )}
        confirmLabel={t('Delete my account')}
      />
    </>
  )
}
