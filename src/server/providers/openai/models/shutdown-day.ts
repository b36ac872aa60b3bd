import { z } from 'zod'
import type { ChatModel } from '#contract/models.ts'

/** Date or date-time in a model list. `null` means that no date is set. */
export const dayInList = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .nullish()
  .catch(undefined)

/**
 * Converts a listed date. `null` sets the field to `undefined`, so that it overrides the date of
 * this release.
 */
export const toEnd = (day: string | null | undefined): Pick<ChatModel, 'endsOn'> =>
  day === undefined ? {} : { endsOn: day?.slice(0, 10) }
