import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Answer } from './answer.tsx'
import type { LiveRun } from './live-runs.ts'
import { Question } from './question.tsx'
import type { ScrollKeeper } from './scroll-keeper.ts'
import type { Turn } from './thread.ts'

type ThreadProps = {
  turns: readonly Turn[]
  live: LiveRun | undefined
  isLoading: boolean
  keeper: ScrollKeeper
}

/** The messages, scrolled by the keeper. Not live for screen readers: the announcer speaks. */
export function Thread({ turns, live, isLoading, keeper }: ThreadProps) {
  const viewport = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const isFollowing = useSyncExternalStore(keeper.subscribe, keeper.isFollowing)

  useEffect(() => {
    if (viewport.current && content.current) {
      return keeper.attach(viewport.current, content.current)
    }
  }, [keeper])

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={viewport}
        role="log"
        aria-live="off"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- not every browser lets keys reach what scrolls.
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain outline-none"
      >
        <div ref={content} className="mx-auto w-full max-w-[calc(46rem+2rem)] px-4 pt-6 pb-8">
          {isLoading && turns.length === 0 && (
            <div className="grid place-items-center py-16 text-ink-faint">
              <Spinner label="Loading the conversation" />
            </div>
          )}
          {turns.map(({ message, siblings }) =>
            message.role === 'user' ? (
              <Question key={message.id} message={message} siblings={siblings} />
            ) : (
              <Answer
                key={message.id}
                message={message}
                siblings={siblings}
                live={live?.answer.id === message.id ? live : undefined}
              />
            ),
          )}
        </div>
      </div>
      {!isFollowing && (
        <Button
          size="sm"
          icon={<ArrowDown aria-hidden />}
          className="absolute bottom-3 left-1/2 -translate-x-1/2 animate-appear rounded-full! shadow-overlay!"
          onClick={keeper.follow}
        >
          Jump to latest
        </Button>
      )}
    </div>
  )
}
