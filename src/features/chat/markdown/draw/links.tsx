import { withBase } from '#lib/base-path.ts'
import { createContext, use, type MouseEvent, type ReactNode, Fragment } from 'react'
import { useLocation } from 'wouter'
import { modelLinkTo, type ModelLink, type ModelLink as Target } from '#lib/links/model-link.ts'
import { t } from '#languages/app.ts'
import { useEquations } from '../extras/math-view.tsx'
import { citation, reference } from '../parse/references.ts'
import ImageIcon from 'lucide-react/icons/image'

/** Renders a link to a model. On pages that cannot show models, renders plain text. */
export function ModelTextLink({ link, children }: { link: Target; children: ReactNode }) {
  const [, navigate] = useLocation()
  const followHere = use(FollowModelLinkContext)
  if (!followHere) return <span>{children}</span>
  const path = getStudioPath(link)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // With another button or a modifier key, the browser opens the studio in a new tab.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!followHere(link, event.currentTarget)) navigate(path)
  }
  return (
    <a href={withBase(path)} data-model-link="" onClick={follow}>
      {children}
    </a>
  )
}

function getStudioPath({ assetId, place }: Target): string {
  const path = `/asset/${assetId}`
  if (!place) return path
  const [, point = ''] = modelLinkTo(assetId, place).split('#')
  return `${path}?point=${encodeURIComponent(point)}`
}

/**
 * Shows the target of a model link in the chat. Returns false if the chat cannot show the target.
 */
export type FollowModelLink = (link: ModelLink, from: Element) => boolean

export const FollowModelLinkContext = createContext<FollowModelLink | undefined>(undefined)

const schemes = new Set(['http:', 'https:', 'mailto:'])

/** Parses a URL. Returns undefined if `url` is relative or could run scripts. */
export function safeUrl(url: string): URL | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed && schemes.has(parsed.protocol) ? parsed : undefined
}

/**
 * Renders a citation number as a link to its source. Returns `undefined` if there is no such
 * source.
 */
export const Citations = createContext<((number: number) => ReactNode) | undefined>(undefined)

export function CitedText({ text }: { text: string }) {
  const cite = use(Citations)
  if (!cite) return text
  return text
    .split(citation)
    .map((part, at) => (
      <Fragment key={at}>{at % 2 === 0 ? part : (cite(Number(part)) ?? `[${part}]`)}</Fragment>
    ))
}

/** Renders `\ref{…}` and `\eqref{…}` in a text as links. Renders unknown labels as text. */
export function ReferringText({ text }: { text: string }) {
  const { equations } = useEquations(text)
  let end = 0
  const parts: ReactNode[] = []
  for (const { 0: whole, 1: isInParentheses, 2: label = '', index } of text.matchAll(reference)) {
    const number = equations.numberOf(label)
    if (number === undefined) continue
    parts.push(
      <CitedText key={end} text={text.slice(end, index)} />,
      <a key={`at ${index}`} href={`#${equations.prefix}equation-${label}`}>
        {isInParentheses ? `(${number})` : number}
      </a>,
    )
    end = index + whole.length
  }
  return (
    <>
      {parts}
      <CitedText text={text.slice(end)} />
    </>
  )
}

/** Prefix of the ids of footnotes. Each answer on a page has a different prefix. */
export const FootnotePrefix = createContext('')

export function FootnoteMark({ number }: { number: string }) {
  const prefix = use(FootnotePrefix)
  return (
    <sup>
      <a
        href={`#${prefix}note-${number}`}
        aria-label={t('Footnote {number}', { number })}
        data-note-mark=""
      >
        {number}
      </a>
    </sup>
  )
}

export const pictureName = (alt: string | null | undefined): string => alt || t('Picture')

/**
 * Renders a picture that is embedded in the text. Renders a remote picture as a link, because its
 * URL could send parts of the chat to a third party.
 */
export function Picture({ url, alt }: { url: string; alt: string }) {
  const name = pictureName(alt)
  if (/^data:/i.test(url)) {
    return isShownPicture(url) ? (
      <img src={url} alt={name} data-inline-picture="" loading="lazy" decoding="async" />
    ) : (
      <span title={t('This picture is too large, damaged, or of a type that is not shown.')}>
        {name}
      </span>
    )
  }
  const target = safeUrl(url)
  if (!target || target.protocol === 'mailto:') return <span>{name}</span>
  return (
    <a
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      data-picture=""
      title={t('External pictures are not loaded automatically. Opens in a new tab.')}
    >
      <ImageIcon aria-hidden />
      {name} <small>{target.hostname}</small>
    </a>
  )
}

/** Maximum length of the URL of an embedded picture, in characters. */
const lengthMax = 4 * 2 ** 20
const pixelsMax = 40_000_000

/** Allow only pixel formats, because an SVG may contain scripts. */
const shownType = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,/i

function isShownPicture(url: string): boolean {
  const [start] = shownType.exec(url) ?? []
  if (start === undefined || url.length > lengthMax) return false
  const [head = ''] =
    /^(?:[a-z\d+/]{4}){4,16}/i.exec(url.slice(start.length, start.length + 64)) ?? []
  return head !== '' && getPixels(atob(head)) <= pixelsMax
}

/**
 * Reads the number of pixels from the header of a PNG, GIF or WebP picture, because a small file
 * can decode to gigabytes. Returns 0 for other types.
 */
function getPixels(head: string): number {
  const at = (place: number): number => head.charCodeAt(place) || 0
  const little = (place: number, bytes: number): number =>
    Array.from({ length: bytes }, (_, index) => at(place + index) * 256 ** index).reduce(
      (a, b) => a + b,
    )
  const big = (place: number): number =>
    ((at(place) * 256 + at(place + 1)) * 256 + at(place + 2)) * 256 + at(place + 3)
  if (head.startsWith('\x89PNG')) return big(16) * big(20)
  if (head.startsWith('GIF8')) return little(6, 2) * little(8, 2)
  if (head.startsWith('RIFF') && head.slice(12, 16) === 'VP8X') {
    return (little(24, 3) + 1) * (little(27, 3) + 1)
  }
  return 0
}
