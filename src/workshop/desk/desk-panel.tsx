import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef } from 'react'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Loaded } from '#ui/layout/loaded.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { NoSurface } from './no-surface.tsx'
import type { DeskState, Topic } from '../state/desk-state.ts'
import { topics } from './topics.tsx'
import { useSheetRoom } from './use-sheet-room.ts'

type DeskPanelProps = { topic: Topic; desk: DeskState; onClose: () => void }

/** Renders the open panel at the right of the model, or as a bottom sheet in a narrow window. */
export function DeskPanel({ topic, desk, onClose }: DeskPanelProps) {
  const panel = useRef<HTMLElement>(null)
  useSheetRoom(panel)
  const titleId = useId()
  const entry = topics.find((one) => one.topic === topic)

  useEffect(() => panel.current?.focus({ preventScroll: true }), [])

  if (!entry) return null
  return (
    // Closes the panel on Escape if the focus is inside it. Its children handle their own keys
    // first.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
      className="absolute top-14 right-3 z-20 flex max-h-[calc(100%-3.75rem-max(0.75rem,var(--covered-below,0px)))] w-76 animate-appear flex-col rounded-xl border border-line bg-surface-overlay shadow-overlay outline-none max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:z-30 max-md:max-h-[56dvh] max-md:w-auto max-md:rounded-b-none max-md:pb-[env(safe-area-inset-bottom)]"
    >
      <header className="flex shrink-0 items-center justify-between gap-2 border-b border-line py-1.5 pr-1.5 pl-4">
        <h3 id={titleId} className="font-medium">
          {entry.label}
        </h3>
        <IconButton label="Close" keys="Esc" icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <div className="relative flex min-h-24 flex-col gap-4 overflow-y-auto p-4">
        {entry.needsSurface && hasNoSurface(desk) ? (
          <NoSurface topic={topic} desk={desk} />
        ) : (
          <Loaded
            load={entry.load}
            props={{ desk }}
            fallback={
              <div className="grid h-16 place-items-center text-ink-faint">
                <Spinner label="Opening" />
              </div>
            }
          />
        )}
      </div>
    </section>
  )
}

const hasNoSurface = ({ loaded }: DeskState): boolean =>
  loaded !== undefined && loaded.splats > 0 && loaded.triangles === 0
