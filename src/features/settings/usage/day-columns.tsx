import { dateLanguage } from '#lib/language/translate.ts'
import type { UsageReport } from '#contract/usage.ts'
import { getServiceShade } from './service-shades.ts'
import { getUsageWeight } from './usage-weight.ts'

type DayUsage = UsageReport['days'][number]

const dayMs = 86_400_000
/** Minimum number of columns. A chart with fewer columns would have too wide columns. */
const columnsMin = 14
/** Maximum number of columns. More columns would be too narrow to compare. */
const columnsMax = 62

/**
 * Renders one column for each day, or nothing if there are more than `columnsMax` days.
 * @param props.days newest first.
 * @param props.services ids of the services, the most expensive first.
 */
export function DayColumns({
  days,
  services,
}: {
  days: readonly DayUsage[]
  services: readonly string[]
}) {
  const [newest] = days
  const oldest = days.at(-1)
  if (!newest || !oldest) return null
  const span = Math.round((Date.parse(newest.day) - Date.parse(oldest.day)) / dayMs) + 1
  if (span > columnsMax) return null
  const used = new Map<string, DayUsage>(days.map((one) => [one.day, one]))
  const most = Math.max(...days.map(getUsageWeight), Number.MIN_VALUE)
  const shown = Array.from({ length: Math.max(span, columnsMin) }, (_, back) =>
    new Date(Date.parse(newest.day) - back * dayMs).toISOString().slice(0, 10),
  ).toReversed()
  return (
    <div aria-hidden className="flex min-w-0 flex-col gap-1.5">
      <div className="flex h-28 items-end gap-0.5 border-b border-line sm:gap-1">
        {shown.map((day) => {
          const sum = used.get(day)
          return (
            <span
              key={day}
              title={formatUsageDay(day)}
              className="flex min-w-0 flex-1 flex-col-reverse gap-px overflow-hidden rounded-t-xs"
              style={{ height: sum ? `${Math.max(3, (getUsageWeight(sum) / most) * 100)}%` : 0 }}
            >
              {services.map((id, at) => {
                const share = sum?.services.find((one) => one.id === id)
                const weight = share ? getUsageWeight(share) : 0
                return (
                  weight > 0 && (
                    <i
                      key={id}
                      className={getServiceShade(at)}
                      style={{ flexGrow: weight / most, flexBasis: 0 }}
                    />
                  )
                )
              })}
            </span>
          )
        })}
      </div>
      <p className="flex flex-wrap justify-between gap-x-2 text-2xs whitespace-nowrap text-ink-faint">
        <span>{formatUsageDay(shown[0] ?? newest.day, 'short')}</span>
        <span>{formatUsageDay(newest.day, 'short')}</span>
      </p>
    </div>
  )
}

/** Formats a day such as `2026-11-23`. */
export const formatUsageDay = (day: string, month: 'long' | 'short' = 'long'): string =>
  new Date(day).toLocaleDateString(dateLanguage, { day: 'numeric', month, timeZone: 'UTC' })
