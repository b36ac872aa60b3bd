import { useMutation, useQuery } from '@tanstack/react-query'
import { explainError } from '#lib/explain.ts'
import { disallowTool, listAllowedTools } from '#api/chat/library.ts'
import { formatAge } from '#lib/format.ts'
import { withClient } from '#queries/with-client.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { rich, t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'

const queryKey = ['allowed-tools']

/** Renders the tools that run without confirmation in every chat. */
export function AllowedTools() {
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listAllowedTools(signal),
    staleTime: 0,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: disallowTool,
    onSuccess: withClient((client) => client.invalidateQueries({ queryKey })),
    onError: reportFailure(t('Could not change it')),
  })
  return (
    <SettingsPart
      id="always-allowed-tools"
      title={t('Always allowed tools')}
      about={t(
        'They run without asking in all your chats. Those allowed in one chat are in its settings.',
      )}
    >
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data?.length === 0 && (
        <EmptyRow title={t('None yet')}>
          {rich('Tools that you <em>always allow</em> are listed here.', {
            em: (inner) => <em>{inner}</em>,
          })}
        </EmptyRow>
      )}
      {data && data.length > 0 && (
        <ul aria-label={t('Always allowed tools')} className={cardClass}>
          {data.map(({ allowedAs, title, from, since }) => (
            <li key={allowedAs} className="flex items-center gap-4 px-4 py-3">
              <p className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-medium">{title}</span>
                <span className="block text-xs text-ink-muted">
                  {from !== undefined && `${from} · `}
                  {t('allowed {since}', { since: formatAge(since, dataUpdatedAt) })}
                </span>
              </p>
              <Button
                size="sm"
                disabled={isPending}
                aria-label={t('Ask again before {title} runs', { title })}
                onClick={() => mutate(allowedAs)}
              >
                {t('Ask again')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </SettingsPart>
  )
}
