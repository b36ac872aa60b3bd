const headBytes = 8 * 1024

/** Returns whether a file begins with the headers of a message. */
export function isMail(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  const headers = head.split(/\r?\n\r?\n/, 1)[0] ?? ''
  return (
    /^[\w-]{1,60}:/.test(headers) &&
    /^(?:From|Return-Path|Received|Delivered-To):/im.test(headers) &&
    /^(?:Subject|Date|Message-ID):/im.test(headers) &&
    /^(?:MIME-Version|Message-ID|Received|Date):/im.test(headers)
  )
}
