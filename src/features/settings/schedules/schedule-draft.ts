import { putScheduleSchema, type PutSchedule, type Schedule } from '#contract/chat/schedules.ts'
import { newId } from '#lib/id.ts'

/**
 * The fields of the form. `key` changes each time the form opens. `modelId` is empty until the user
 * selects a model.
 */
export type ScheduleDraft = PutSchedule & {
  id: string
  key: string
  isNew: boolean
  /** Parts of a chat that its schedule does not contain, such as `1 file`. */
  leftOut?: readonly string[]
}

const usualRunUsd = 0.5
const usualMonthUsd = 5

export function createScheduleDraft(schedule?: Schedule): ScheduleDraft {
  if (schedule) {
    const own = putScheduleSchema.parse(schedule)
    return { ...own, id: schedule.id, key: newId(), isNew: false }
  }
  return {
    id: newId(),
    key: newId(),
    isNew: true,
    name: '',
    question: '',
    modelId: '',
    timing: { kind: 'daily', time: '08:00' },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    runUsdMax: usualRunUsd,
    monthUsdMax: usualMonthUsd,
  }
}
