import { formatInteger } from '#lib/language/format-message.ts'
import { dateLanguage, language, t } from '#lib/language/translate.ts'
import { cutText } from './cut-text.ts'

/** Joins texts with the comma of this page's language, such as `GLB, STL`. */
export const joinWithCommas = (texts: readonly string[]): string => texts.join(t(', '))

/** Joins texts with “and” or “or” in this page's language, such as `GLB, STL and OBJ`. */
export const joinWith = (last: 'and' | 'or', texts: readonly string[]): string =>
  new Intl.ListFormat(dateLanguage, {
    type: last === 'and' ? 'conjunction' : 'disjunction',
  }).format(texts)

/** Returns a label as it is written inside a sentence. Nouns keep their capital in German. */
export const toMidSentence = (label: string): string =>
  language === 'de' ? label : label.toLocaleLowerCase(language)

/** Formats a duration such as `0.8 s`, `12 s` or `3 min 05 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 9.95) return t('{seconds} s', { seconds: formatFixed(seconds, 1) })
  if (seconds < 59.5) return t('{seconds} s', { seconds: Math.round(seconds) })
  const whole = Math.round(seconds)
  return t('{minutes} min {seconds} s', {
    minutes: Math.floor(whole / 60),
    seconds: String(whole % 60).padStart(2, '0'),
  })
}

/**
 * Formats an estimated duration in seconds, such as `about 3 s`, or `~3 s` if it is short.
 * @param longest upper end of a range such as `about 5–9 s`.
 */
export function formatRoughDuration(duration: number, isShort = false, longest = duration): string {
  if (longest < 50) {
    const seconds = formatRange(duration, longest)
    return isShort ? t('~{seconds} s', { seconds }) : t('about {seconds} s', { seconds })
  }
  const minutes = formatRange(duration / 60, longest / 60)
  return isShort ? t('~{minutes} min', { minutes }) : t('about {minutes} min', { minutes })
}

function formatRange(low: number, high: number): string | number {
  const [from, to] = [Math.max(1, Math.round(low)), Math.max(1, Math.round(high))]
  return from === to ? from : `${from}–${to}`
}

/** Formats a length such as `8.4 mm`, `35 cm` or `1.2 m`. */
export function formatLength(metres: number): string {
  if (metres < 0.00995) return t('{amount} mm', { amount: tidy(metres * 1000) })
  if (metres < 0.995) return t('{amount} cm', { amount: tidy(metres * 100) })
  return t('{amount} m', { amount: tidy(metres) })
}

/** Formats a size such as `312 B`, `840 KB` or `9.4 GB`. A KB has 1024 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return t('{amount} B', { amount: bytes })
  if (bytes < 1024 * 1024) return t('{amount} KB', { amount: tidy(bytes / 1024) })
  if (bytes < 1024 ** 3) return t('{amount} MB', { amount: tidy(bytes / 1024 ** 2) })
  return t('{amount} GB', { amount: tidy(bytes / 1024 ** 3) })
}

const roughly = { notation: 'compact', maximumFractionDigits: 1 } as const

// Cached, because creating a formatter takes longer than a hundred calls of it.
let formatter: { language: string; rough: Intl.NumberFormat } | undefined

function getRoughFormatter(): Intl.NumberFormat {
  if (formatter?.language !== language) {
    formatter = { language, rough: new Intl.NumberFormat(language, roughly) }
  }
  return formatter.rough
}

/** Formats an integer such as `20,000`. */
export const formatCount = (count: number): string => formatInteger(language, count)

/**
 * Formats a count with its noun, such as `1 triangle` or `3,200 triangles`.
 * @param say formats the number.
 */
export const formatPlural = (count: number, noun: string, say = formatCount): string =>
  `${say(count)} ${noun}${count === 1 ? '' : 's'}`

/** Formats a rounded number such as `950`, `20k` or `1.2M`. */
export const formatRoughCount = (count: number): string =>
  getRoughFormatter().format(count).replace('K', 'k')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

type FileCounts = { triangles: number; vertices: number; extensions: readonly string[] }

/**
 * Returns whether a model consists only of Gaussian splats, which are stored as vertices without
 * triangles.
 */
export const isSplatsOnly = ({ triangles, extensions }: FileCounts): boolean =>
  triangles === 0 && extensions.includes('KHR_gaussian_splatting')

/**
 * Describes a model's size, such as `3,200 triangles`. A point cloud gets a number of points.
 * @param say formats the number.
 */
export function describeMakeup(counts: FileCounts, say: (count: number) => string): string {
  const { triangles, vertices } = counts
  const [shownVertices, shownTriangles] = [say(vertices), say(triangles)]
  if (isSplatsOnly(counts)) {
    return t('{vertices, plural, one {{shownVertices} splat} other {{shownVertices} splats}}', {
      vertices,
      shownVertices,
    })
  }
  return triangles === 0 && vertices > 0
    ? t('{vertices, plural, one {{shownVertices} point} other {{shownVertices} points}}', {
        vertices,
        shownVertices,
      })
    : t('{triangles, plural, one {{shownTriangles} triangle} other {{shownTriangles} triangles}}', {
        triangles,
        shownTriangles,
      })
}

/**
 * Formats the time since `iso`, such as `now`, `5 min ago` or `2 days ago`. Older times become a
 * date.
 */
export function formatAge(iso: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(iso)
  if (ageMs < minuteMs) return t('now')
  if (ageMs < hourMs) return t('{ageMs} min ago', { ageMs: Math.floor(ageMs / minuteMs) })
  if (ageMs < dayMs) return t('{ageMs} h ago', { ageMs: Math.floor(ageMs / hourMs) })
  const days = Math.floor(ageMs / dayMs)
  if (days < 7) return days === 1 ? t('yesterday') : t('{days} days ago', { days })
  return formatDate(iso)
}

/** Formats a date such as `3 Dec 2026`. */
export const formatDate = (iso: string): string =>
  new Date(iso).toLocaleDateString(dateLanguage, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })

/** Formats a date and a time such as `3 Dec 2026, 14:05`. */
export const formatDateTime = (time: string | number): string =>
  new Date(time).toLocaleString(dateLanguage, { dateStyle: 'medium', timeStyle: 'short' })

/** Converts a title to a file name that all operating systems accept. */
export function fileName(title: string, extension: string): string {
  const safe = cutText(title.replaceAll(/[\p{Cc}<>:"/\\|?*\s]+/gu, ' ').trim(), 80)
  return `${safe === '' ? 'model' : safe}.${extension}`
}

/** Formats a number with a fixed number of decimals, such as `3.50`. */
export const formatFixed = (value: number, digits: number): string =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/**
 * Formats a fraction such as `50%`, and `<1%` if the number of decimals cannot show it.
 * @param digitsMax greatest number of decimals.
 */
export function formatPercent(fraction: number, digitsMax = 0): string {
  const format = (value: number) =>
    value.toLocaleString(language, { style: 'percent', maximumFractionDigits: digitsMax })
  const least = 10 ** -(digitsMax + 2)
  return fraction > 0 && fraction < least ? `<${format(least)}` : format(fraction)
}

/** Formats a number with at most a number of decimals, such as `1.45`. */
export const formatDecimal = (value: number, digitsMax: number): string =>
  value.toLocaleString(language, { maximumFractionDigits: digitsMax })

const tidy = (value: number): string => formatDecimal(value, value < 10 ? 1 : 0)
