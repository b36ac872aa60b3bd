import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useCallback, useState } from 'react'
import { getDocument } from '#api/documents.ts'
import { explainError } from '#lib/explain.ts'
import type { Source } from '#contract/chat/chat.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { findPage, findQuoteEnd } from './find-quote.ts'

/** Characters shown before and after the passage, because the document may be a book. */
const aroundLength = 20_000

export const SourceDialog = ({
  source,
  onClose,
}: {
  source: Source | undefined
  onClose: () => void
}) => (
  <Dialog
    isOpen={source !== undefined}
    onClose={onClose}
    title={source?.title ?? ''}
    {...(source?.heading !== undefined && { description: source.heading })}
    size="lg"
  >
    {source?.documentId !== undefined && <Passage source={source} id={source.documentId} />}
  </Dialog>
)

function Passage({ source: { at = 0, quote }, id }: { source: Source; id: string }) {
  const { data, error } = useQuery({
    queryKey: ['chat', 'document', id],
    queryFn: ({ signal }) => getDocument(id, signal),
    staleTime: Infinity,
    retry: false,
  })
  if (!data && !error) return <Spinner label="Loading text" />
  const end = data && findQuoteEnd(data.text, quote, at)
  // The file may have been deleted or changed: then only the quoted passage is shown.
  const shown: Marked =
    data && end !== undefined
      ? { text: data.text, start: at, end }
      : { text: quote, start: 0, end: quote.length }
  const { pageStarts = [] } = data ?? {}
  return (
    <>
      {error && <p role="alert">{explainError(error)}</p>}
      {end !== undefined && pageStarts.length > 0 ? (
        <Pages {...shown} pageStarts={pageStarts} />
      ) : (
        <MarkedText
          {...shown}
          from={Math.max(0, shown.start - aroundLength)}
          to={Math.min(shown.text.length, shown.end + aroundLength)}
        />
      )}
    </>
  )
}

/** A text and the passage in it that is marked. */
type Marked = { text: string; start: number; end: number }

/** Shows a PDF file page by page. Starts with the page of the passage. */
function Pages({ pageStarts, ...marked }: Marked & { pageStarts: readonly number[] }) {
  const [page, setPage] = useState(() => findPage(pageStarts, marked.start))
  const turn = (by: number, isEnd: boolean) => ({
    disabled: isEnd,
    onClick: () => setPage(page + by),
  })
  return (
    <>
      <div className="mb-2 flex items-center justify-center gap-1 text-xs text-ink-muted tabular-nums">
        <IconButton
          label="Previous page"
          size="sm"
          icon={<ChevronLeft aria-hidden />}
          {...turn(-1, page === 0)}
        />
        <output>
          Page {page + 1} of {pageStarts.length}
        </output>
        <IconButton
          label="Next page"
          size="sm"
          icon={<ChevronRight aria-hidden />}
          {...turn(1, page === pageStarts.length - 1)}
        />
      </div>
      <MarkedText
        key={page}
        {...marked}
        from={pageStarts[page] ?? 0}
        to={pageStarts[page + 1] ?? marked.text.length}
        isPage
      />
    </>
  )
}

type MarkedTextProps = Marked & { from: number; to: number; isPage?: boolean }

function MarkedText({ text, start, end, from, to, isPage = false }: MarkedTextProps) {
  const show = useCallback((mark: HTMLElement | null) => {
    mark?.scrollIntoView({ block: 'center' })
  }, [])
  const inside = (position: number) => Math.min(Math.max(position, from), to)
  const passage = text.slice(inside(start), inside(end))
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys.
      tabIndex={0}
      className="max-h-[70dvh] overflow-auto rounded-lg bg-surface-sunken p-3 font-mono text-xs leading-relaxed whitespace-pre-wrap"
    >
      {!isPage && from > 0 && '…'}
      {text.slice(from, inside(start))}
      {passage !== '' && (
        <mark ref={show} className="bg-warning-soft text-ink">
          {passage}
        </mark>
      )}
      {text.slice(inside(end), to)}
      {!isPage && to < text.length && '…'}
    </pre>
  )
}
