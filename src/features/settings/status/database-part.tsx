import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requestShrink } from '#api/status.ts'
import type { ServerStatus } from '#contract/server-status.ts'
import { formatBytes } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { SettingsPart } from '../layout/part.tsx'
import { statusKey } from './status-key.ts'

type DatabasePartProps = { database: ServerStatus['database'] | undefined }

export const DatabasePart = ({ database }: DatabasePartProps) =>
  database?.kind === 'server' ? (
    <SettingsPart
      id="database"
      title={t('Database')}
      about={t('It takes {sizeBytes} on a Postgres server, which frees unused space itself.', {
        sizeBytes: formatBytes(database.sizeBytes),
      })}
    />
  ) : (
    <EmbeddedDatabasePart bytes={database?.sizeBytes ?? 0} />
  )

function EmbeddedDatabasePart({ bytes }: { bytes: number }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: requestShrink,
    onSuccess: ({ beforeBytes, afterBytes }) =>
      showToast({
        title: t('The database has {afterBytes} now, {value} less.', {
          afterBytes: formatBytes(afterBytes),
          value: formatBytes(Math.max(0, beforeBytes - afterBytes)),
        }),
        kind: 'success',
      }),
    onError: reportFailure(t('Could not shrink the database')),
    onSettled: () => {
      setIsAsking(false)
      return client.invalidateQueries({ queryKey: statusKey })
    },
  })
  return (
    <SettingsPart
      id="database"
      title={t('Database')}
      about={t(
        'It takes {bytes}. After large deletions and updates, a part of this space is unused.',
        { bytes: formatBytes(bytes) },
      )}
      action={<Button onClick={() => setIsAsking(true)}>{t('Shrink')}</Button>}
    >
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => mutate()}
        isBusy={isPending}
        title={t('Shrink the database?')}
        description={t(
          'The server copies each table without its unused space. Until it is done, pages and answers of everybody may wait. Nothing is lost if the server stops meanwhile.',
        )}
        confirmLabel={t('Shrink')}
      />
    </SettingsPart>
  )
}
