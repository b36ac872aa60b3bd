import { useState } from 'react'
import type { Source } from '#contract/chat/chat.ts'
import { Loaded } from '#ui/layout/loaded.tsx'

const loadDialog = async () => (await import('./source-dialog.tsx')).SourceDialog

/** What an answer was given to read, numbered as it cites them. A document opens at its place. */
export function AnswerSources({ sources }: { sources: readonly Source[] }) {
  const [opened, setOpened] = useState<Source>()
  return (
    <section aria-label="Sources" className="mt-3">
      <h3 className="text-xs font-medium text-ink-faint">Sources</h3>
      <ol className="mt-1 flex flex-col gap-0.5 text-xs">
        {sources.map((source, at) => (
          <li key={at} className="flex min-w-0 items-baseline gap-1.5">
            <span className="text-ink-faint tabular-nums">[{at + 1}]</span>
            {source.url === undefined ? (
              <button
                type="button"
                onClick={() => setOpened(source)}
                className="min-w-0 truncate text-left text-ink-muted underline-offset-2 hover:text-ink hover:underline coarse:min-h-11"
                title={source.quote}
              >
                {source.title}
              </button>
            ) : (
              <a
                href={source.url}
                target="_blank"
                rel="noreferrer noopener nofollow"
                title={source.quote}
                className="min-w-0 truncate text-ink-muted underline-offset-2 hover:text-ink hover:underline coarse:min-h-11"
              >
                <bdi>{source.title}</bdi>{' '}
                <span className="text-ink-faint">{hostOf(source.url)}</span>
              </a>
            )}
          </li>
        ))}
      </ol>
      <Loaded
        load={loadDialog}
        isWanted={opened !== undefined}
        props={{ source: opened, onClose: () => setOpened(undefined) }}
      />
    </section>
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
