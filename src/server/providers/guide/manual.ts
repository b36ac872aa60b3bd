export type ManualSection = {
  id: string
  page: string
  heading: string
  words: string
  body: string
}

const sources: Record<string, string> = import.meta.glob('./manual/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const wordsComment = /<!--\s*words:\s*([^>]*?)\s*-->/

export const manual: readonly ManualSection[] = Object.entries(sources)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([file, source]) => getSections(file.replace(/^.*\/|\.md$/g, ''), source))

/** A page has one `#` title and one `##` heading per question. */
function getSections(name: string, source: string): ManualSection[] {
  const [top = '', ...parts] = source.split(/^## /m)
  const page = top.replace(/^# /, '').trim()
  return parts.map((part, index) => {
    const [heading = '', ...lines] = part.split('\n')
    const rest = lines.join('\n')
    return {
      id: `${name}/${index}`,
      page,
      heading: heading.trim(),
      words: wordsComment.exec(rest)?.[1] ?? '',
      body: rest.replace(wordsComment, '').trim(),
    }
  })
}
