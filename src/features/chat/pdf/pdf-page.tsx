import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { getDocumentFile } from '#api/documents.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import { t } from '#languages/app.ts'
import { openPdf, type DrawnPage, type OpenPdf } from './open-pdf.ts'

/** Width of a drawn page in screen pixels. At this width, a page is sharp on phones. */
const widthPx = 1_600

type PdfPageProps = {
  documentId: string
  page: number
  passage: string
  onProblem: () => void
}

export function PdfPage({ documentId, page, passage, onProblem }: PdfPageProps) {
  const { data: bytes, isError } = useQuery({
    queryKey: ['chat', 'document-file', documentId],
    queryFn: ({ signal }) => getDocumentFile(documentId, signal),
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
  const pdf = useRef<OpenPdf>(undefined)
  const [drawn, setDrawn] = useState<{ key: string; picture: DrawnPage }>()
  const key = `${page} ${passage}`
  useEffect(() => {
    if (isError) onProblem()
  }, [isError, onProblem])
  useEffect(() => {
    if (!bytes) return undefined
    const opened = openPdf(bytes)
    pdf.current = opened
    return opened.close
  }, [bytes])
  useEffect(() => {
    let isCurrent = true
    if (bytes)
      void pdf.current?.draw({ page, widthPx, passage }).then(
        (picture) => {
          if (isCurrent) setDrawn({ key, picture })
        },
        () => {
          if (isCurrent) onProblem()
        },
      )
    return () => {
      isCurrent = false
    }
  }, [bytes, page, passage, key, onProblem])
  return (
    <section
      aria-label={t('Page {page}', { page })}
      aria-busy={drawn?.key !== key}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
      tabIndex={0}
      className="relative h-[70dvh] overflow-auto rounded-lg bg-surface-sunken"
    >
      {drawn && <PagePicture key={drawn.key} page={page} drawn={drawn.picture} />}
      {drawn?.key !== key && (
        <div className="absolute inset-x-0 top-0 grid place-items-center p-4">
          <Spinner label={t('Drawing the page')} />
        </div>
      )}
    </section>
  )
}

function PagePicture({ page, drawn }: { page: number; drawn: DrawnPage }) {
  const { picture, markTop } = drawn
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    canvas?.getContext('2d')?.drawImage(picture, 0, 0)
    const box = canvas?.parentElement
    if (!canvas || !box) return
    // Scroll so that the first mark is in the upper third of the view.
    box.scrollTop = (markTop ?? 0) * canvas.offsetHeight - box.clientHeight / 3
  }, [picture, markTop])
  return (
    <canvas
      ref={ref}
      width={picture.width}
      height={picture.height}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the image is drawn on a canvas.
      role="img"
      aria-label={
        markTop === undefined
          ? t('Picture of page {page}', { page })
          : t('Picture of page {page} with the passage marked', { page })
      }
      className="block h-auto w-full"
    />
  )
}
