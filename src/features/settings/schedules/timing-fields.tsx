import { listNextTimes, type ScheduleTiming } from '#lib/schedule-times.ts'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { t } from '#languages/settings.ts'
import { formatMoment, weekdays } from './describe-timing.ts'
import type { ScheduleDraft } from './schedule-draft.ts'

type TimingFieldsProps = {
  timing: ScheduleTiming
  timeZone: string
  problem: string | undefined
  onChange: (part: Pick<Partial<ScheduleDraft>, 'timing' | 'timeZone'>) => void
}

const usualTime = '08:00'

export function TimingFields({ timing, timeZone, problem, onChange }: TimingFieldsProps) {
  const time = 'time' in timing ? timing.time : usualTime
  const choose = (kind: ScheduleTiming['kind']) =>
    onChange({
      timing:
        kind === 'daily'
          ? { kind, time }
          : kind === 'weekly'
            ? { kind, time, days: [1] }
            : { kind, expression: '0 8 1 * *' },
    })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 font-medium">{t('When')}</legend>
      <SegmentedControl
        label={t('Repeats')}
        value={timing.kind}
        onValueChange={choose}
        options={[
          { value: 'daily', label: t('Every day') },
          { value: 'weekly', label: t('Weekly') },
          { value: 'cron', label: t('Cron') },
        ]}
      />
      {timing.kind === 'weekly' && (
        <Weekdays
          days={timing.days}
          onChange={(days) => onChange({ timing: { ...timing, days } })}
        />
      )}
      {timing.kind === 'cron' ? (
        <FormField
          label={t('Cron expression')}
          hint={t(
            'Minute, hour, day of the month, month, weekday. 0 8 1 * * is 8:00 on the first of each month.',
          )}
          error={problem}
        >
          <TextField
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            value={timing.expression}
            onChange={({ target }) =>
              onChange({ timing: { kind: 'cron', expression: target.value } })
            }
          />
        </FormField>
      ) : (
        <FormField label={t('Time')} error={problem}>
          <TextField
            type="time"
            value={timing.time}
            onChange={({ target }) => onChange({ timing: { ...timing, time: target.value } })}
          />
        </FormField>
      )}
      <FormField label={t('Time zone')} hint={<NextTimes timing={timing} timeZone={timeZone} />}>
        <Select
          value={timeZone}
          onValueChange={(zone) => onChange({ timeZone: zone })}
          options={listZones(timeZone).map((zone) => ({ value: zone, label: zone }))}
        />
      </FormField>
    </fieldset>
  )
}

type WeekdaysProps = { days: readonly number[]; onChange: (days: number[]) => void }

const Weekdays = ({ days, onChange }: WeekdaysProps) => (
  <fieldset aria-label={t('Weekdays')} className="flex flex-wrap gap-x-4 gap-y-1">
    {weekdays.map(({ day, name }) => (
      <label key={day} className="flex min-h-8 cursor-pointer items-center gap-2 coarse:min-h-11">
        <input
          type="checkbox"
          className="checkbox"
          checked={days.includes(day)}
          // A schedule needs at least one day, so the last day cannot be removed.
          disabled={days.length === 1 && days.includes(day)}
          onChange={({ target }) =>
            onChange(target.checked ? [...days, day] : days.filter((one) => one !== day))
          }
        />
        {name.slice(0, 2)}
        <span className="sr-only">{name.slice(2)}</span>
      </label>
    ))}
  </fieldset>
)

function NextTimes({ timing, timeZone }: { timing: ScheduleTiming; timeZone: string }) {
  try {
    const times = listNextTimes(timing, { timeZone, from: new Date(), count: 3 })
    return t('Next: {times}', {
      times: times.map((time) => formatMoment(time.toISOString(), timeZone)).join(' · '),
    })
  } catch {
    return ''
  }
}

/** Adds the chosen time zone to the list, because browsers omit aliases of time zones. */
const listZones = (chosen: string): string[] => [
  ...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]
