import type { ReactNode } from 'react'

type EmptyRowProps = {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

export const EmptyRow = ({ icon, title, children, action }: EmptyRowProps) => (
  <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-dashed border-line-control px-4 py-2.5">
    {icon !== undefined && (
      <span aria-hidden className="flex text-ink-faint [&_svg]:size-4">
        {icon}
      </span>
    )}
    <p className="min-w-0 flex-1 basis-56 text-pretty text-ink-muted">
      <span className="me-2 font-medium text-ink">{title}</span>
      {children}
    </p>
    {action}
  </div>
)
