import ArrowDown from 'lucide-react/icons/arrow-down'
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
} from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { t } from '#languages/app.ts'
import { keepFocus } from './rows/keep-focus.ts'
import type { ScrollKeeper } from './rows/scroll-keeper.ts'
import type { ThreadHandle } from './thread-handle.ts'
import { FollowModelLinkContext } from '../markdown/draw/links.tsx'
import { useFollowModelLink } from './models/use-follow-model-link.ts'
import { getRenderingCost } from './models/rendering-cost.ts'
import type { Turn } from '../messages/thread.ts'
import { ThreadRow, rowProps, type RowsContext } from './thread-row.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { useIsPrinting } from './use-is-printing.ts'
import './print.css'

type ThreadProps = RowsContext & {
  ref?: Ref<ThreadHandle>
  /** Heading for printing, where the header of the page is hidden. */
  title: string | undefined
  turns: readonly Turn[]
  isLoading: boolean
  keeper: ScrollKeeper
  children: ReactNode
}

/** Threads with a higher cost (see `getRenderingCost`) render only rows near the viewport. */
const weightMax = 100
/** Number of rows that are rendered until the code for long threads is loaded. */
const firstRows = 12

const loadVirtualRows = async () => (await import('./rows/virtual-rows.tsx')).VirtualRows

/**
 * Renders the messages. The element is not a live region, because `Announcer` informs screen
 * readers.
 */
export function Thread({ ref, title, turns, isLoading, keeper, children, ...rows }: ThreadProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const spacer = useRef<HTMLDivElement>(null)
  const hasMoreBelow = useSyncExternalStore(keeper.subscribe, keeper.hasMoreBelow)
  const reveal = useRef<(index: number) => void>(undefined)
  // Never switch back, because switching renders every row again.
  const [isLong, setIsLong] = useState(() => getRenderingCost(turns) > weightMax)
  if (!isLong && getRenderingCost(turns) > weightMax * 1.5) setIsLong(true)

  useEffect(() => {
    if (!viewport.current || !content.current || !spacer.current) return undefined
    const parts = { viewport: viewport.current, content: content.current, spacer: spacer.current }
    return keeper.attach(parts)
  }, [keeper])
  useEffect(() => (viewport.current ? keepFocus(viewport.current) : undefined), [])

  const isPrinting = useIsPrinting()

  useImperativeHandle(ref, () => {
    const getRow = (messageId: string) =>
      content.current?.querySelector<HTMLElement>(`[data-row="${messageId}"]`) ?? null
    return {
      get viewport() {
        if (!viewport.current) throw new Error(t('The thread is not on the page.'))
        return viewport.current
      },
      rowOf: getRow,
      reveal(messageId) {
        keeper.letGo()
        const index = turns.findIndex(({ message }) => message.id === messageId)
        const row = getRow(messageId)
        if (row) row.scrollIntoView({ block: 'nearest' })
        else if (index >= 0) reveal.current?.(index)
      },
    }
  }, [turns, keeper])

  const followLink = useFollowModelLink({ turns, reveal })
  const getViewport = useCallback(() => viewport.current, [])
  const revealReady = useCallback((next: ((index: number) => void) | undefined) => {
    reveal.current = next
  }, [])
  const plain = (shown: readonly Turn[]) =>
    shown.map((turn) => <ThreadRow key={turn.message.id} {...rowProps(turn, rows)} />)

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={viewport}
        role="log"
        data-thread=""
        aria-live="off"
        aria-label={t('Messages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
        tabIndex={0}
        // The opaque background avoids repaints during scrolling. Without `relative`, elements for
        // screen readers would make the page scrollable.
        className="relative h-full scroll-pb-14 overflow-y-auto overscroll-contain bg-surface -outline-offset-2 [container-type:inline-size]"
      >
        <div
          ref={content}
          data-title={title}
          className="mx-auto w-full max-w-[calc(45rem+2rem)] px-4 pb-8"
        >
          <FollowModelLinkContext value={followLink}>
            {isLoading && turns.length === 0 && <ThreadSkeleton />}
            {isLong && !isPrinting ? (
              <Loaded
                load={loadVirtualRows}
                props={{ turns, rows, keeper, viewport: getViewport, onReady: revealReady }}
                fallback={plain(turns.slice(-firstRows))}
              />
            ) : (
              plain(turns)
            )}
          </FollowModelLinkContext>
        </div>
        <div ref={spacer} aria-hidden />
      </div>
      {children}
      {hasMoreBelow && (
        // The opaque strip hides the text behind the button. The strip is as high as the padding
        // below the last message, so that the end of that message stays visible.
        <div className="thread-end absolute inset-x-0 bottom-0 z-1 flex animate-appear justify-center bg-surface pb-1">
          <Button
            size="sm"
            icon={<ArrowDown aria-hidden />}
            className="rounded-full!"
            onClick={keeper.follow}
          >
            {t('Jump to latest')}
          </Button>
        </div>
      )}
    </div>
  )
}
