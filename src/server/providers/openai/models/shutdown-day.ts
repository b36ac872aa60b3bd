import { z } from 'zod'
import type { ChatModel } from '#contract/models.ts'

/** A day or a moment in a list of models; null says that no day is set. */
export const dayInList = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .nullish()
  .catch(undefined)

/** With null the field is set to `undefined`, so that it overrides what this release knows. */
export const toEnd = (day: string | null | undefined): Pick<ChatModel, 'endsOn'> =>
  day === undefined ? {} : { endsOn: day?.slice(0, 10) }
