import type { ReactNode } from 'react'

type PartProps = {
  title: string
  /** Explains the part of the settings in one or two sentences. */
  about: ReactNode
  action?: ReactNode
  children?: ReactNode
}

export const SettingsPart = ({ title, about, action, children }: PartProps) => (
  <section aria-label={title} className="flex flex-col gap-4">
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        <p className="mt-1 max-w-prose text-pretty text-ink-muted">{about}</p>
      </div>
      {action}
    </div>
    {children}
  </section>
)
