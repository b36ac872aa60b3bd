// @vitest-environment jsdom
import jsQr from 'jsqr'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { QrCode } from './qr-code.tsx'

afterEach(cleanup)

const scale = 4

function read(picture: HTMLImageElement): string | undefined {
  const svg = decodeURIComponent(picture.src.replace('data:image/svg+xml,', ''))
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * scale
  // The QR code needs its own background, because the page may be dark.
  const isLight = svg.includes('<rect width="100%" height="100%" fill="#fff"/>')
  const pixels = new Uint8ClampedArray(size * size * 4).fill(isLight ? 255 : 0)
  const path = /<path d="([^"]+)"/.exec(svg)?.[1] ?? ''
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = row * size + Number(x) * scale
      for (let at = from; at < from + Number(width) * scale; at++) {
        pixels.set([0, 0, 0, 255], at * 4)
      }
    }
  }
  return jsQr(pixels, size, size)?.data
}

it.each([
  'otpauth://totp/Bozzetto:127.0.0.1%3A5310?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Bozzetto&algorithm=SHA1&digits=6&period=30',
  `otpauth://totp/Bozzetto:${'a-long-name.'.repeat(20)}example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP`,
])('QrCode renders a code that decodes to %s', (text) => {
  render(<QrCode text={text} label="QR code" />)
  expect(read(screen.getByRole<HTMLImageElement>('img', { name: 'QR code' }))).toBe(text)
})
