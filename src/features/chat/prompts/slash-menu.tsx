import { useEffect, useRef } from 'react'
import { cn } from '#ui/cn.ts'
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

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  return (
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `select` would take the focus from the text field.
      role="listbox"
      aria-label={sign === '/' ? 'Commands' : 'Assistants and models'}
      // Keyboard users can scroll the list only if the list is focusable.
      tabIndex={0}
      className="absolute inset-x-4 bottom-full z-10 mb-1.5 max-h-[min(28rem,50dvh)] animate-appear overflow-y-auto rounded-lg border border-line bg-surface-overlay p-1 shadow-overlay"
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
