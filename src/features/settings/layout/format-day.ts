import { dateLanguage } from '#lib/language/translate.ts'

/** Formats a date such as `30 November`. */
export const formatDay = (moment: string): string =>
  new Date(moment).toLocaleDateString(dateLanguage, { day: 'numeric', month: 'long' })
