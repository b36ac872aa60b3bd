import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { isRightToLeft } from '#languages/page-language.ts'
import { cn } from '../cn.ts'

export type Tab<Value extends string> = { value: Value; label: ReactNode; icon?: ReactNode }

type TabsProps<Value extends string> = {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly Tab<Value>[]
  children: ReactNode
  className?: string | undefined
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onValueChange, tabs, children, className } = props
  const id = useId()

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const forward = isRightToLeft ? -1 : 1
    const by = { ArrowRight: forward, ArrowLeft: -forward }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (!next) return
    onValueChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }

  return (
    <div className={cn('flex min-h-0 flex-col', className)}>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="flex gap-5 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {tabs.map((tab) => {
          const isChosen = tab.value === value
          return (
            <button
              key={tab.value}
              id={`${id}-${tab.value}`}
              type="button"
              role="tab"
              aria-selected={isChosen}
              aria-controls={`${id}-panel`}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              className="-mb-px flex h-9.5 shrink-0 items-center gap-1.5 border-b-2 border-transparent font-medium text-ink-muted transition-colors hover:text-ink aria-selected:border-accent aria-selected:text-ink coarse:h-11 [&_svg]:size-4"
            >
              {tab.icon}
              {tab.label}
            </button>
          )
        })}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        className="min-h-0 flex-1 pt-4"
      >
        {children}
      </div>
    </div>
  )
}
