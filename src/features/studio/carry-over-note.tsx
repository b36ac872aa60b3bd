import { joinWithCommas } from '#lib/format.ts'
import { dateLanguage } from '#lib/language/translate.ts'
import X from 'lucide-react/icons/x'
import type { ParamCarryOver, Dropped } from '#lib/params/carry-over.ts'
import type { ReplacedSetting } from '#lib/params/renew-params.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/studio.ts'

export function CarryOverNote({
  carried,
  onDismiss,
}: {
  carried: Pick<ParamCarryOver, 'kept' | 'dropped'> & { replaced?: readonly ReplacedSetting[] }
  onDismiss: () => void
}) {
  const { kept, dropped, replaced = [] } = carried
  return (
    <output className="flex items-start gap-1 rounded-md border border-line bg-surface-sunken py-1.5 pe-1 ps-2.5 text-xs">
      <div className="grid min-w-0 flex-1 gap-1">
        {replaced.map(({ title, from, to, on }) => (
          <p key={title} className="text-ink-muted">
            {t(
              '{title}: {from} is not available since {on}. {isRemoved, select, true {It was left out.} other {{to} is used instead.}}',
              { title, from, on: formatDay(on), to, isRemoved: to === undefined },
            )}
          </p>
        ))}
        {kept.length > 0 && (
          <p className="text-ink-muted">{t('Kept: {kept}.', { kept: joinWithCommas(kept) })}</p>
        )}
        {dropped.length > 0 && (
          <details>
            <summary className="cursor-pointer text-ink-muted">
              {t('Not carried over: {dropped}.', {
                dropped: joinWithCommas(dropped.map(({ title }) => title)),
              })}
            </summary>
            <ul className="grid gap-0.5 pt-1 text-ink-faint">
              {[...byReason(dropped)].map(([reason, titles]) => (
                <li key={reason}>
                  <span className="text-ink-muted">{joinWithCommas(titles)}:</span> {reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <IconButton
        label={t('Close')}
        icon={<X aria-hidden />}
        size="sm"
        className="size-6!"
        onClick={onDismiss}
      />
    </output>
  )
}

function byReason(dropped: readonly Dropped[]): Map<string, string[]> {
  const titles = new Map<string, string[]>()
  for (const { title, reason } of dropped)
    titles.set(reason, [...(titles.get(reason) ?? []), title])
  return titles
}

/** Formats a date such as `10 October 2026`, without a time zone. */
const formatDay = (day: string): string =>
  new Date(`${day}T12:00:00`).toLocaleDateString(dateLanguage, { dateStyle: 'long' })
