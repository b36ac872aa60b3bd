import { use, type ReactNode } from 'react'
import { keepListFocus } from '#ui/layout/keep-list-focus.ts'
import { t } from '#languages/settings.ts'
import { SinglePartContext } from './single-part-context.ts'

type PartProps = {
  /** Id of the element. Addresses such as `/settings/account#voice` lead to it. */
  id: string
  title: string
  about: ReactNode
  action?: ReactNode
  children?: ReactNode
}

export function SettingsPart({ id, title, about, action, children }: PartProps) {
  const isSingle = use(SinglePartContext)
  return (
    <section
      ref={keepListFocus}
      id={id}
      aria-label={title}
      tabIndex={-1}
      className="flex scroll-mt-6 flex-col gap-3 outline-none"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          {isSingle ? (
            <>
              <h1 className="text-2xl font-semibold">{title}</h1>
              {/* Rows of lists have headings of level 3, so a heading of level 2 must precede them. */}
              <h2 className="sr-only">{t('Details')}</h2>
            </>
          ) : (
            <h2 className="text-lg font-semibold">{title}</h2>
          )}
          <p className="mt-1 max-w-[60ch] text-pretty text-ink-muted">{about}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
