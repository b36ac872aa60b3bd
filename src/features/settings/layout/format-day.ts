/** Formats a date such as `30 November`. */
export const formatDay = (moment: string): string =>
  new Date(moment).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
