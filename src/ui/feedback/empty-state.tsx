import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

export const EmptyState = ({ icon, title, children, action }: EmptyStateProps) => (
  <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-12 text-center">
    <div
      aria-hidden
      className="mb-5 grid size-14 place-items-center rounded-xl border border-line bg-surface-raised text-accent shadow-raised [&_svg]:size-6 [&_svg]:stroke-[1.5]"
    >
      {icon}
    </div>
    <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
    {children !== undefined && (
      <div className="mt-1.5 text-base text-pretty text-ink-muted">{children}</div>
    )}
    {action !== undefined && (
      <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>
    )}
  </div>
)
