/** Puts text into a code fence that is longer than any fence inside. */
export function toFence(text: string, language = '', mark: '`' | '~' = '`'): string {
  let fence = mark.repeat(3)
  while (text.includes(fence)) fence += mark
  const name = /^[\w+#.-]{1,20}$/.test(language) && language !== 'unknown' ? language : ''
  return `${fence}${name}\n${text.replace(/\n$/, '')}\n${fence}`
}
