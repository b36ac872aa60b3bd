/**
 * Whether `bytes` begin as a picture of a kind that glTF knows: PNG, JPEG, WebP or AVIF. Of other kinds
 * sharp's readers are not asked: they take SVG and more, which has no business in a model.
 */
export function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    start.startsWith('\xff\xd8\xff') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP')) ||
    /^ftypavi[fs]$/.test(start.slice(4))
  )
}
