import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { goToOidc } from '#api/access/access.ts'
import { explainError } from '#lib/explain.ts'
import { whySentBack } from '#api/access/describe-refusal.ts'
import { Button } from '#ui/actions/button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { useRemoval } from '../layout/use-removal.ts'
import { accessQueries, useUnlinkIdentity } from './access-queries.ts'

type IdentityCardProps = {
  name: string
  hasPassword: boolean
}

export function IdentityCard({ name, hasPassword }: IdentityCardProps) {
  const { data: isLinked, error } = useQuery(accessQueries.identity())
  const [isLeaving, setIsLeaving] = useState(false)
  const [problem, setProblem] = useState(() => whySentBack('link', name))
  const unlink = useUnlinkIdentity()
  const removal = useRemoval<true>({
    remove: (_, callbacks) => unlink.mutate(undefined, callbacks),
    isPending: unlink.isPending,
    failed: t('Your {name} account was not unlinked', { name }),
  })

  async function link() {
    setIsLeaving(true)
    setProblem(undefined)
    try {
      await goToOidc('link')
    } catch (refusal) {
      setProblem(explainError(refusal))
      setIsLeaving(false)
    }
  }

  const trouble = error ? explainError(error) : problem
  return (
    <section
      aria-label={name}
      className={`${cardClass} flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5`}
    >
      <div
        aria-hidden
        className="hidden size-9 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-strong sm:grid [&_svg]:size-4"
      >
        <Link2 />
      </div>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <p className="mt-0.5 text-xs text-pretty text-ink-muted">
          {isLinked
            ? t('Your {name} account signs you in here.', { name })
            : t('Link your {name} account to sign in with it, too.', { name })}
        </p>
        {trouble !== undefined && (
          <p role="alert" className="mt-1 text-xs text-danger">
            {trouble}
          </p>
        )}
      </div>
      {isLinked === false && (
        <Button isLoading={isLeaving} onClick={() => void link()}>
          {t('Link')}
        </Button>
      )}
      {isLinked && hasPassword && <Button onClick={() => removal.ask(true)}>{t('Unlink')}</Button>}
      <ConfirmDialog
        {...removal.dialog}
        title={t('Unlink {name}?', { name })}
        description={t('From now on you sign in with your password or a passkey only.')}
        confirmLabel={t('Unlink')}
      />
    </section>
  )
}
