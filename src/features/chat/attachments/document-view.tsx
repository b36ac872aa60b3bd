import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { getDocument, setDocumentEncoding, toDocumentFileUrl } from '#api/documents.ts'
import type { DocumentDetail } from '#contract/documents.ts'
import { explainError } from '#lib/explain.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'
import { EncodingField } from './encoding-field.tsx'

export function DocumentView({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['chat', 'document', id],
    queryFn: ({ signal }) => getDocument(id, signal),
    staleTime: Infinity,
  })
  if (error) return <p role="alert">{explainError(error)}</p>
  if (!data) return <Spinner label={t('Loading text')} />
  return (
    <div className="flex flex-col gap-3">
      {data.encoding !== undefined && <DocumentEncoding document={data} />}
      <Warnings warnings={data.warnings ?? []} />
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
        tabIndex={0}
        className="max-h-[70dvh] overflow-auto rounded-lg bg-surface-sunken p-3 font-mono text-xs leading-relaxed whitespace-pre-wrap"
      >
        {data.text}
      </pre>
      {data.hasFile === true && (
        <LinkButton
          size="sm"
          href={toDocumentFileUrl(id)}
          download={data.name}
          icon={<Download aria-hidden />}
          className="self-start"
        >
          {t('Download the file')}
        </LinkButton>
      )}
    </div>
  )
}

function DocumentEncoding({ document: { id, encoding } }: { document: DocumentDetail }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (chosen: string) => setDocumentEncoding(id, chosen),
    onSuccess: (changed) => {
      client.setQueryData(['chat', 'document', id], changed)
      // Messages also show the length and the encoding of the document, so reload the messages.
      return client.invalidateQueries({ queryKey: ['chat'] })
    },
    onError: reportFailure(t('Could not change the encoding')),
  })
  return (
    <EncodingField
      value={encoding ?? ''}
      pending={change.isPending ? change.variables : undefined}
      onChange={change.mutate}
    >
      {t('Wrong characters? Choose the encoding that the file was saved in.')}
    </EncodingField>
  )
}

const Warnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.length > 0 && (
    <ul
      aria-label={t('Not read')}
      className="flex flex-col gap-1 rounded-lg bg-warning-soft p-3 text-xs text-warning"
    >
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{warning}</span>
        </li>
      ))}
    </ul>
  )
