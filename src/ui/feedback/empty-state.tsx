import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  heading?: 'h1' | 'h2'
}

export const EmptyState = ({
  icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
}: EmptyStateProps) => (
  <div className="mx-auto flex max-w-md flex-col items-center px-6 py-10 text-center">
    <div aria-hidden className="mb-4 text-accent [&_svg]:size-8 [&_svg]:stroke-[1.5]">
      {icon}
    </div>
    <Heading className="text-2xl font-semibold text-pretty">{title}</Heading>
    {children !== undefined && (
      <div className="mt-2 text-base text-pretty text-ink-muted">{children}</div>
    )}
    {action !== undefined && (
      <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>
    )}
  </div>
)
