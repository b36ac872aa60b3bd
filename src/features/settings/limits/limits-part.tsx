import { useQuery } from '@tanstack/react-query'
import Gauge from 'lucide-react/icons/gauge'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { explainError } from '#lib/explain.ts'
import type { LimitState } from '#contract/spending.ts'
import { describeLimit } from '#queries/limit-words.ts'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'
import { useRemoval } from '../layout/use-removal.ts'
import { ChangeLimitDialog } from './change-limit-dialog.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import { limitsQuery, useRemoveLimit } from './limit-queries.ts'
import { LimitRow } from './limit-row.tsx'
import { titleAnyLimit, titleOwnLimit } from './title-limit.ts'

type LimitsPartProps = { isAdmin: boolean; hasPeople: boolean }

export function LimitsPart({ isAdmin, hasPeople }: LimitsPartProps) {
  const { data, error } = useQuery(limitsQuery(isAdmin ? 'all' : 'mine'))
  const [isAdding, setIsAdding] = useState(false)
  const limits = data?.limits ?? []
  if (!isAdmin && limits.length === 0 && !error) return null
  return (
    <SettingsPart
      id="limits"
      title={t('Limits')}
      about={
        isAdmin
          ? t(
              'Cap what is spent. People are warned at 80% and stopped at 100%, in chats, in the studio and through the API.',
            )
          : t('What you can use, set by an admin. You are warned at 80% and stopped at 100%.')
      }
      action={
        isAdmin && (
          <Button icon={<Plus aria-hidden />} onClick={() => setIsAdding(true)}>
            {t('Add limit')}
          </Button>
        )
      }
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data && limits.length === 0 && (
        <EmptyRow icon={<Gauge />} title={t('No limits yet')}>
          {t('Everything that is connected can be used without a limit.')}
        </EmptyRow>
      )}
      {limits.length > 0 && <LimitList limits={limits} isAdmin={isAdmin} />}
      {isAdmin && (
        <LimitDialog isOpen={isAdding} hasPeople={hasPeople} onClose={() => setIsAdding(false)} />
      )}
    </SettingsPart>
  )
}

function LimitList({ limits, isAdmin }: { limits: readonly LimitState[]; isAdmin: boolean }) {
  const remove = useRemoveLimit()
  const [changing, setChanging] = useState<LimitState>()
  const removal = useRemoval<LimitState>({
    remove: ({ id }, callbacks) => remove.mutate(id, callbacks),
    isPending: remove.isPending,
    failed: t('Could not remove the limit'),
  })
  const titled = isAdmin ? titleAnyLimit : titleOwnLimit
  return (
    <>
      <ul aria-label={t('Limits')} className={cardClass}>
        {limits.map((limit) => (
          <LimitRow
            key={limit.id}
            limit={limit}
            title={titled(limit)}
            hasSum={!isAdmin || limit.scope !== 'everyone'}
            action={
              isAdmin && (
                <div className="flex gap-1">
                  <IconButton
                    label={t('Change the limit of {limit} for {owner}', {
                      limit: describeLimit(limit),
                      owner: titled(limit),
                    })}
                    icon={<Pencil aria-hidden />}
                    onClick={() => setChanging(limit)}
                  />
                  <IconButton
                    label={t('Remove the limit of {limit} for {owner}', {
                      limit: describeLimit(limit),
                      owner: titled(limit),
                    })}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => removal.ask(limit)}
                  />
                </div>
              )
            }
          />
        ))}
      </ul>
      <ChangeLimitDialog limit={changing} titleOf={titled} onClose={() => setChanging(undefined)} />
      <ConfirmDialog
        {...removal.dialog}
        title={t('Remove this limit?')}
        description={
          removal.shown
            ? t('{owner}: {limit}. Usage so far still counts.', {
                owner: titled(removal.shown),
                limit: describeLimit(removal.shown),
              })
            : ''
        }
        confirmLabel={t('Remove')}
      />
    </>
  )
}
