/** Puts text into a code fence that is longer than any fence inside the text. */
export function toFence(text: string, language = '', mark: '`' | '~' = '`'): string {
  const runs = text.match(mark === '`' ? /`+/g : /~+/g) ?? []
  const longest = runs.reduce((max, run) => Math.max(max, run.length), 2)
  const fence = mark.repeat(longest + 1)
  const name = /^[\w+#.-]{1,20}$/.test(language) && language !== 'unknown' ? language : ''
  return `${fence}${name}\n${text.replace(/\n$/, '')}\n${fence}`
}
