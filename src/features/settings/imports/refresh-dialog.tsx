import { useEffect } from 'react'
import { explainError } from '#lib/explain.ts'
import type { ImportChanges, ImportedModel } from '#contract/model-imports.ts'
import { ownValue } from '#lib/own-value.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/settings.ts'
import { useCompareImport, useRefreshImport } from './queries.ts'

type RefreshDialogProps = { isOpen: boolean; model: ImportedModel; onClose: () => void }

export function RefreshDialog({ isOpen, model, onClose }: RefreshDialogProps) {
  const { mutate: compare, data, error } = useCompareImport()
  const refresh = useRefreshImport()
  const { id, name } = model
  useEffect(() => {
    if (isOpen) compare(id)
  }, [isOpen, id, compare])
  const isSame = data !== undefined && data.changes.length === 0 && !data.isOutputGone

  const update = () =>
    refresh.mutate(id, {
      onSuccess: () => {
        showToast({ kind: 'success', title: t('{name} is up to date', { name }) })
        onClose()
      },
      onError: reportFailure(t('Could not update')),
    })

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Changes to {name}', { name })}
      description={model.modelId}
      footer={
        isSame ? (
          <Button variant="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button
              variant="primary"
              disabled={data === undefined}
              isLoading={refresh.isPending}
              onClick={update}
            >
              {t('Update')}
            </Button>
          </>
        )
      }
    >
      {error ? (
        <p role="alert" className="text-pretty text-danger">
          {explainError(error)}
        </p>
      ) : data === undefined ? (
        <output className="flex items-center gap-2 text-ink-muted">
          <Spinner />
          {t('Asking the service…')}
        </output>
      ) : isSame ? (
        <output>{t('Nothing has changed.')}</output>
      ) : (
        <Changes {...data} />
      )}
    </Dialog>
  )
}

const words = { added: t('Added'), removed: t('Removed'), changed: t('Changed') } as const

const Changes = ({ changes, isOutputGone }: ImportChanges) => (
  <div className="flex flex-col gap-3">
    {isOutputGone && (
      <p className="text-pretty">
        {t('The output that you chose is gone. After the update, the first model file is used.')}
      </p>
    )}
    <ul aria-label={t('Changes')} className="flex flex-col gap-2">
      {changes.map((change) => (
        <li key={`${change.name} ${change.what ?? ''}`} className="flex items-baseline gap-2.5">
          <Badge>{words[change.kind]}</Badge>
          <span className="min-w-0 wrap-anywhere">
            {change.title}
            {change.what !== undefined && (
              <span className="text-ink-muted">
                : {getKeywordName(change.what)} <Value text={change.before} /> →{' '}
                <Value text={change.after} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  </div>
)

const Value = ({ text }: { text: string | undefined }) =>
  text === undefined ? t('none') : <code className="font-mono text-xs">{text}</code>

const names: Readonly<Record<string, string>> = {
  enum: t('choices'),
  maxItems: t('most'),
  maxLength: t('longest'),
}
const getKeywordName = (keyword: string): string => ownValue(names, keyword) ?? keyword
