import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Download from 'lucide-react/icons/download'
import { useCallback, useState } from 'react'
import { getDocument, toDocumentFileUrl } from '#api/documents.ts'
import { explainError } from '#lib/explain.ts'
import type { Source } from '#contract/chat/chat.ts'
import type { DocumentDetail } from '#contract/documents.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { LinkButton } from '#ui/actions/button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'
import { PdfPage } from '../../pdf/pdf-page.tsx'
import { findPage, findQuoteEnd } from './find-quote.ts'

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
  if (!data && !error) return <Spinner label={t('Loading text')} />
  const end = data && findQuoteEnd(data.text, quote, at)
  // If the file was deleted or changed, show only the quoted passage.
  const shown: Marked =
    data && end !== undefined
      ? { text: data.text, start: at, end }
      : { text: quote, start: 0, end: quote.length }
  const { pageStarts = [] } = data ?? {}
  return (
    <>
      {error && <p role="alert">{explainError(error)}</p>}
      {data && end !== undefined && pageStarts.length > 0 ? (
        <Pages {...shown} pageStarts={pageStarts} document={data} />
      ) : (
        <MarkedText
          {...shown}
          from={Math.max(0, shown.start - aroundLength)}
          to={Math.min(shown.text.length, shown.end + aroundLength)}
        />
      )}
      {data?.hasFile === true && (
        <LinkButton
          size="sm"
          href={toDocumentFileUrl(id)}
          download={data.name}
          icon={<Download aria-hidden />}
          className="mt-3 self-start"
        >
          {t('Download the file')}
        </LinkButton>
      )}
    </>
  )
}

type Marked = { text: string; start: number; end: number }

type PagesProps = Marked & { pageStarts: readonly number[]; document: DocumentDetail }

const looks = [
  { value: 'page', label: t('Page') },
  { value: 'text', label: t('Text') },
] as const

function Pages({ pageStarts, document, ...marked }: PagesProps) {
  const [page, setPage] = useState(() => findPage(pageStarts, marked.start))
  const [look, setLook] = useState<'page' | 'text'>(document.hasFile === true ? 'page' : 'text')
  const [hasPictures, setHasPictures] = useState(document.hasFile === true)
  const showText = useCallback(() => {
    setHasPictures(false)
    setLook('text')
  }, [])
  const from = pageStarts[page] ?? 0
  const to = pageStarts[page + 1] ?? marked.text.length
  const turn = (by: number, isEnd: boolean) => ({
    disabled: isEnd,
    onClick: () => setPage(page + by),
  })
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-center gap-1 text-xs text-ink-muted tabular-nums">
        <IconButton
          label={t('Previous page')}
          size="sm"
          icon={<ChevronLeft aria-hidden />}
          {...turn(-1, page === 0)}
        />
        <output>
          {t('Page {page} of {pageStartsCount}', {
            page: page + 1,
            pageStartsCount: pageStarts.length,
          })}
        </output>
        <IconButton
          label={t('Next page')}
          size="sm"
          icon={<ChevronRight aria-hidden />}
          {...turn(1, page === pageStarts.length - 1)}
        />
        {hasPictures && (
          <SegmentedControl
            label={t('View')}
            value={look}
            onValueChange={setLook}
            options={looks}
          />
        )}
      </div>
      {look === 'page' ? (
        <PdfPage
          documentId={document.id}
          page={page + 1}
          passage={marked.text.slice(clamp(marked.start, from, to), clamp(marked.end, from, to))}
          onProblem={showText}
        />
      ) : (
        <MarkedText key={page} {...marked} from={from} to={to} isPage />
      )}
    </>
  )
}

const clamp = (position: number, from: number, to: number): number =>
  Math.min(Math.max(position, from), to)

type MarkedTextProps = Marked & { from: number; to: number; isPage?: boolean }

function MarkedText({ text, start, end, from, to, isPage = false }: MarkedTextProps) {
  const show = useCallback((mark: HTMLElement | null) => {
    mark?.scrollIntoView({ block: 'center' })
  }, [])
  const inside = (position: number) => clamp(position, from, to)
  const passage = text.slice(inside(start), inside(end))
  return (
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
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
