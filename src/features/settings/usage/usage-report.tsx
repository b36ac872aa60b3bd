import { useQuery, type QueryKey } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState, type ReactNode } from 'react'
import { explainError } from '#lib/explain.ts'
import { LinkButton } from '#ui/actions/button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { EmptyRow } from '#ui/feedback/empty-row.tsx'
import { t } from '#languages/settings.ts'
import { cardClass } from '../layout/card-class.ts'
import { SettingsPart } from '../layout/part.tsx'

const periods = {
  today: { value: '1', label: t('Today') },
  week: { value: '7', label: t('7 days') },
  month: { value: '30', label: t('30 days') },
  year: { value: '365', label: t('Year') },
} as const

type UsageReportProps<T> = {
  id: string
  title: string
  about: string
  periodLabel: string
  shortest: 'today' | 'week'
  queryKey: QueryKey
  read: (days: number, signal: AbortSignal) => Promise<T>
  csvUrlOf: (days: number) => string
  children: (report: T) => ReactNode
}

export function UsageReportView<T>({
  id,
  title,
  about,
  periodLabel,
  shortest,
  queryKey,
  read,
  csvUrlOf,
  children,
}: UsageReportProps<T>) {
  const [value, setValue] = useState<string>(periods.month.value)
  const days = Number(value)
  const { data, error } = useQuery({
    queryKey: [...queryKey, days],
    queryFn: ({ signal }) => read(days, signal),
    placeholderData: (before) => before,
    staleTime: 0,
  })
  return (
    <SettingsPart
      id={id}
      title={title}
      about={about}
      action={
        <LinkButton href={csvUrlOf(days)} download icon={<Download aria-hidden />}>
          {t('Export CSV')}
        </LinkButton>
      }
    >
      <SegmentedControl
        label={periodLabel}
        value={value}
        onValueChange={setValue}
        options={[periods[shortest], periods.month, periods.year]}
      />
      {error && (
        <p role="alert" className={`${cardClass} px-4 py-3 text-danger`}>
          {explainError(error)}
        </p>
      )}
      {data !== undefined && children(data)}
    </SettingsPart>
  )
}

export const UsageRows = ({
  title,
  label = title,
  children,
}: {
  title: string
  label?: string
  children: ReactNode
}) => (
  <section aria-label={label} className="flex flex-col gap-2">
    <h3 className="text-sm font-medium">{title}</h3>
    <ul
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll.
      tabIndex={0}
      className={`${cardClass} max-h-72 overflow-y-auto`}
    >
      {children}
    </ul>
  </section>
)

export const NothingUsed = ({ children }: { children: string }) => <EmptyRow title={children} />
