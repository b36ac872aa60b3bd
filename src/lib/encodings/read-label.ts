const headBytes = 4_096

/**
 * Returns the encoding that a file names in its first bytes: in HTML, XML, CSS, or a comment such as
 * `# -*- coding: gbk -*-`.
 */
export function readLabel(bytes: Uint8Array): string | undefined {
  const head = Array.from(bytes.subarray(0, headBytes), (byte) => String.fromCharCode(byte)).join(
    '',
  )
  const lines = head.split(/\r?\n/, 2).join('\n')
  return (
    /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /<meta[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /^@charset\s+["']([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /^[ \t]*(?:#|\/\/|\/\*|--|"|;|%).{0,80}?\bcoding[:=]\s*([\w.-]{1,40})/m.exec(lines)?.[1]
  )
}
