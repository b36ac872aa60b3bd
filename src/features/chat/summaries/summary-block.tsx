import { useMutation } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { use, useState } from 'react'
import { changeSummary, deleteSummary } from '#api/chat/summaries.ts'
import type { ChatSummary } from '#contract/chat/summaries.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import { t } from '#languages/app.ts'
import { SummariesContext } from './summaries-context.ts'

type SummaryBlockProps = {
  summary: ChatSummary
  nameOfModel: ((modelId: string) => string) | undefined
}

/** Renders a summary below the last answer that the summary covers. Closed at first. */
export function SummaryBlock({ summary, nameOfModel }: SummaryBlockProps) {
  const { edit } = use(SummariesContext)
  const [draft, setDraft] = useState<string>()
  const { id, text, modelId, cost } = summary
  const priceTag = cost ? t(' for {money}', { money: formatMoney(cost) }) : ''
  const onSuccess = () => {
    setDraft(undefined)
    edit?.onChanged()
  }
  const save = useMutation({
    mutationFn: (next: string) => changeSummary(edit?.conversationId ?? '', { id, text: next }),
    onSuccess,
    onError: reportFailure(t('The summary was not saved.')),
  })
  const undo = useMutation({
    mutationFn: () => deleteSummary(edit?.conversationId ?? '', id),
    onSuccess,
    onError: reportFailure(t('The summary was not undone.')),
  })
  return (
    <details className="group mt-5 rounded-lg border border-line">
      <summary className="flex min-h-10 list-none items-center gap-2 rounded-lg px-3 py-1.5 text-xs text-ink-muted select-none hover:text-ink coarse:min-h-11">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1 text-pretty">
          {t('The answers above are summarised for the model.')}
        </span>
      </summary>
      <div className="flex flex-col gap-3 border-t border-line px-3.5 py-3">
        <p className="text-xs text-pretty text-ink-faint">
          {t(
            'The model receives your questions and files, and this text instead of the answers above. Nothing was deleted. Written by {modelId}{priceTag}.',
            { modelId: nameOfModel?.(modelId) ?? modelId, priceTag },
          )}
        </p>
        {draft === undefined ? (
          <p className="text-sm text-pretty wrap-anywhere whitespace-pre-wrap">{text}</p>
        ) : (
          <TextArea
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this editor.
            autoFocus
            aria-label={t('Summary')}
            rowsMin={4}
            rowsMax={16}
            maxLength={32_000}
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
          />
        )}
        {edit && (
          <div className="flex flex-wrap gap-2">
            {draft === undefined ? (
              <>
                <Button size="sm" onClick={() => setDraft(text)}>
                  {t('Edit')}
                </Button>
                <Button size="sm" isLoading={undo.isPending} onClick={() => undo.mutate()}>
                  {t('Undo the summary')}
                </Button>
              </>
            ) : (
              <>
                <Button
                  size="sm"
                  variant="primary"
                  isLoading={save.isPending}
                  disabled={draft.trim() === ''}
                  onClick={() => save.mutate(draft)}
                >
                  {t('Save')}
                </Button>
                <Button size="sm" variant="ghost" onClick={() => setDraft(undefined)}>
                  {t('Cancel')}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </details>
  )
}
