import ImageIcon from 'lucide-react/icons/image'
import { safeUrl } from './links.tsx'

export const pictureName = (alt: string | null | undefined): string => alt || 'Picture'

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
      <span title="This picture is too large, damaged, or of a type that is not shown.">
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
      title="External pictures are not loaded automatically. Opens in a new tab."
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
