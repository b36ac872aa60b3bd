import { joinWithCommas } from '#lib/format.ts'
import type { Source } from '#contract/chat/chat.ts'
import { t } from '#languages/app.ts'

export const hasPlace = ({ page, heading }: Source): boolean =>
  page !== undefined || heading !== undefined

/** Formats the page and headings of a passage, such as `p. 3 · Install › Linux`. */
export const formatPlace = ({ page, heading }: Source): string =>
  [page !== undefined && t('p. {page}', { page }), heading].filter(Boolean).join(' · ')

export const nameSource = (number: number, source: Source): string =>
  t('Source {number}: {boolean}', {
    number,
    boolean: joinWithCommas([source.title, formatPlace(source)].filter(Boolean)),
  })
