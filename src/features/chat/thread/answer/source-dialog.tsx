import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { getDocument } from '#api/documents.ts'
import { explainError } from '#lib/explain.ts'
import type { Source } from '#contract/chat/chat.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'

/** Characters shown before and after the passage, because the document may be a book. */
const aroundLength = 20_000

export const SourceDialog = ({
  source,
  onClose,
}: {
  source: Source | undefined
  onClose: () => void
}) => (
  <Dialog isOpen={source !== undefined} onClose={onClose} title={source?.title ?? ''} size="lg">
    {source?.documentId !== undefined && <Place source={source} id={source.documentId} />}
  </Dialog>
)

function Place({ source: { at = 0, quote }, id }: { source: Source; id: string }) {
  const { data, error } = useQuery({
    queryKey: ['chat', 'document', id],
    queryFn: ({ signal }) => getDocument(id, signal),
    staleTime: Infinity,
    retry: false,
  })
  const show = useCallback((mark: HTMLElement | null) => {
    mark?.scrollIntoView({ block: 'center' })
  }, [])
  if (!data && !error) return <Spinner label="Loading text" />
  // The file may have been deleted or changed: then only the quoted passage is shown.
  const isThere = data?.text.startsWith(quote, at) === true
  const text = isThere ? data.text : quote
  const start = isThere ? at : 0
  const end = start + quote.length
  return (
    <>
      {error && <p role="alert">{explainError(error)}</p>}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys.
        tabIndex={0}
        className="max-h-[70dvh] overflow-auto rounded-lg bg-surface-sunken p-3 font-mono text-xs leading-relaxed whitespace-pre-wrap"
      >
        {start > aroundLength && '…'}
        {text.slice(Math.max(0, start - aroundLength), start)}
        <mark ref={show} className="bg-warning-soft text-ink">
          {text.slice(start, end)}
        </mark>
        {text.slice(end, end + aroundLength)}
        {text.length > end + aroundLength && '…'}
      </pre>
    </>
  )
}
