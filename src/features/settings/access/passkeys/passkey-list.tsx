import { useQuery } from '@tanstack/react-query'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { arePasskeysUsable } from '#api/access/passkeys.ts'
import { explainError } from '#lib/explain.ts'
import type { Passkey } from '#contract/access/passkeys.ts'
import { formatAge } from '#lib/format.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../../layout/card-class.ts'
import { useRemoval } from '../../layout/use-removal.ts'
import { accessQueries, useRemovePasskey } from '../access-queries.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'

export function PasskeyList() {
  const list = useQuery(accessQueries.passkeys())
  const [naming, setNaming] = useState<Passkey | 'new'>()
  const remove = useRemovePasskey()
  const removal = useRemoval<Passkey>({
    remove: ({ id }, callbacks) => remove.mutate(id, callbacks),
    isPending: remove.isPending,
    failed: t('The passkey was not removed'),
  })
  const passkeys = list.data ?? []
  return (
    <div className={cardClass}>
      <section
        aria-label={t('Passkeys')}
        className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5"
      >
        <div
          aria-hidden
          className="hidden size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-strong sm:grid [&_svg]:size-4"
        >
          <Fingerprint />
        </div>
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{t('Passkeys')}</h3>
          <p className="mt-0.5 text-xs text-pretty text-ink-muted">
            {list.error
              ? explainError(list.error)
              : arePasskeysUsable()
                ? t(
                    'Sign in with a fingerprint, face or PIN of this device, or with a security key.',
                  )
                : t(
                    'Passkeys need HTTPS and a host name. Open Bozzetto at such an address to add one.',
                  )}
          </p>
        </div>
        {arePasskeysUsable() && (
          <Button onClick={() => setNaming('new')}>{t('Add a passkey')}</Button>
        )}
        {passkeys.length > 0 && (
          <ul aria-label={t('Passkeys')} className="flex w-full flex-col gap-1">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="flex items-center gap-2">
                <p className="min-w-0 flex-1 wrap-anywhere">
                  {passkey.name}
                  <span className="ms-2 text-xs text-ink-muted">
                    {describeUse(passkey, list.dataUpdatedAt)}
                  </span>
                </p>
                <IconButton
                  label={t('Rename {name}', { name: passkey.name })}
                  icon={<Pencil aria-hidden />}
                  onClick={() => setNaming(passkey)}
                />
                <IconButton
                  label={t('Remove {name}', { name: passkey.name })}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => removal.ask(passkey)}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
      <PasskeyDialog
        key={naming === undefined || naming === 'new' ? naming : naming.id}
        passkey={naming}
        onClose={() => setNaming(undefined)}
      />
      <ConfirmDialog
        {...removal.dialog}
        title={t('Remove {name}?', { name: removal.shown?.name ?? '' })}
        description={t(
          'It no longer signs you in here. Your device may still offer it until you delete it there, too.',
        )}
        confirmLabel={t('Remove')}
      />
    </div>
  )
}

const describeUse = ({ lastUsedAt, createdAt }: Passkey, nowMs: number): string =>
  lastUsedAt === undefined
    ? t('added {age}', { age: formatAge(createdAt, nowMs) })
    : t('used {age}', { age: formatAge(lastUsedAt, nowMs) })
