import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type ListRowProps = {
  tile?: ReactNode
  title: ReactNode
  detail?: ReactNode
  figure?: ReactNode
  action?: ReactNode
  onOpen?: (() => void) | undefined
  className?: string | undefined
}

export function ListRow({ tile, title, detail, figure, action, onOpen, className }: ListRowProps) {
  const inside = (
    <>
      {tile}
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere text-ink">{title}</span>
        {detail !== undefined && (
          <span className="block text-xs wrap-anywhere text-ink-faint">{detail}</span>
        )}
      </span>
      {figure !== undefined && (
        <span className="text-end text-xs text-ink-muted tabular-nums">{figure}</span>
      )}
    </>
  )
  const rowClass = 'flex min-h-12 w-full items-center gap-3 px-4 py-3 text-start coarse:min-h-14'
  if (onOpen) {
    return (
      <button
        type="button"
        onClick={onOpen}
        className={cn(rowClass, 'transition-colors hover:bg-hover active:bg-pressed', className)}
      >
        {inside}
        {action}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
      </button>
    )
  }
  return (
    <div className={cn(rowClass, className)}>
      {inside}
      {action}
    </div>
  )
}
