import { z } from 'zod'
import type { ChatModel } from '#contract/models.ts'

/** `null` means that the service has set no shutdown date. */
export const dayInList = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .nullish()
  .catch(undefined)

/**
 * Returns the shutdown date as a field of a model. A `null` overwrites the date of the snapshot
 * with `undefined`.
 */
export const toEnd = (day: string | null | undefined): Pick<ChatModel, 'endsOn'> =>
  day === undefined ? {} : { endsOn: day?.slice(0, 10) }
