/**
 * Returns whether `bytes` begin like a PNG, JPEG, WebP or AVIF, the picture formats of glTF. Other
 * formats that sharp reads, such as SVG, are unsafe in foreign models.
 */
export function isGltfPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return (
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    start.startsWith('\xff\xd8\xff') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP')) ||
    /^ftypavi[fs]$/.test(start.slice(4))
  )
}
