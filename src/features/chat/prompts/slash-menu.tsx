import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/app.ts'
import { type SlashCommand, slashOptionId } from './slash.ts'

type SlashMenuProps = {
  id: string
  commands: readonly SlashCommand[]
  sign?: '/' | '@'
  at: number
  onPick: (command: SlashCommand) => void
}

export function SlashMenu({ id, commands, sign = '/', at, onPick }: SlashMenuProps) {
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ isBelow: false, roomPx: 0 })

  useLayoutEffect(() => {
    if (list.current) setPlace(findPlace(list.current))
  }, [])

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `select` would take the focus from the text field.
      role="listbox"
      aria-label={sign === '/' ? t('Commands') : t('Assistants and models')}
      // Keyboard users can scroll the list only if the list is focusable.
      tabIndex={0}
      style={{ maxHeight: `min(28rem, 50dvh, ${place.roomPx}px)` }}
      className={cn(
        'absolute inset-x-4 z-10 animate-appear overflow-y-auto rounded-lg border border-line bg-surface-overlay p-1 shadow-overlay',
        place.isBelow ? 'top-full mt-1.5' : 'bottom-full mb-1.5',
      )}
    >
      {commands.map((command, index) => (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events
        <div
          key={command.id ?? command.name}
          id={slashOptionId(id, index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an `option` requires a `select`.
          role="option"
          aria-selected={index === at}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(command)}
          className={cn(
            'flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2 coarse:min-h-11',
            index === at ? 'bg-hover' : 'hover:bg-hover',
          )}
        >
          {command.icon !== undefined && (
            <span aria-hidden className="flex text-ink-muted [&_svg]:size-4">
              {command.icon}
            </span>
          )}
          <span className="max-w-[70%] shrink-0 truncate font-medium">
            {sign}
            {command.name}
          </span>
          <span className="min-w-0 flex-1 truncate text-ink-faint">{command.hint}</span>
        </div>
      ))}
    </div>
  )
}

/** Room above the text field, in px, from which the menu opens above the field. */
const roomAbovePx = 320
const marginPx = 12

/** Returns on which side of the text field the menu has more room, because the chat clips it. */
function findPlace(menu: HTMLElement): { isBelow: boolean; roomPx: number } {
  const field = (menu.offsetParent ?? menu).getBoundingClientRect()
  let clip = menu.parentElement?.parentElement
  while (clip && getComputedStyle(clip).overflowY === 'visible') clip = clip.parentElement
  const { top, bottom } = (clip ?? document.documentElement).getBoundingClientRect()
  const [above, below] = [field.top - top, bottom - field.bottom]
  const isBelow = above < roomAbovePx && below > above
  return { isBelow, roomPx: (isBelow ? below : above) - marginPx }
}
