import { newPhoneCode } from '../picture/new-phone-code.ts'

/**
 * A session in which a phone takes photos of a scan. `code` identifies the computer that shows the
 * QR code. Without a code, the photos are for the studio in this browser.
 */
export type CaptureSession = { readonly code?: string }

const codePattern = /^[a-z0-9]{12}$/

export function pathOfCapture({ code }: CaptureSession): string {
  const query = new URLSearchParams({ scan: '1' })
  if (code !== undefined) query.set('code', code)
  return `/phone?${query}`
}

/** @returns undefined if the address does not start a capture. */
export function readCapture(search: string): CaptureSession | undefined {
  const query = new URLSearchParams(search)
  if (query.get('scan') !== '1') return undefined
  const code = query.get('code') ?? ''
  return codePattern.test(code) ? { code } : {}
}

/**
 * Returns a function that creates the names of a session's photos, in the order in which the photos
 * are taken.
 */
export function createPhotoNames({ code = newPhoneCode() }: CaptureSession): () => string {
  let last = 0
  return () => `${startOfNames(code)}${String(++last).padStart(3, '0')}.jpg`
}

/** Returns the beginning of the names of a session's photos. */
export const startOfNames = (code: string): string => `scan-${code}-`
