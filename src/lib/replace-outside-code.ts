/** A line, with the marks of quotes and lists before a fence. */
const fenceLine = /^((?:[\s>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})?(.*)$/
/** Maximum number of spaces by which the end of fenced code is indented more than its start. */
const indentMax = 3

/**
 * Replaces parts of a Markdown text, except in fenced code and in code spans.
 * @param replace receives the text between pieces of code.
 */
export function replaceOutsideCode(markdown: string, replace: (text: string) => string): string {
  const done: string[] = []
  let paragraph: string[] = []
  let fence = ''
  let fenceIndent = 0
  const endParagraph = () => {
    done.push(replaceOutsideSpans(paragraph.join('\n'), replace))
    paragraph = []
  }
  for (const line of markdown.split('\n')) {
    const [, indent = '', mark = '', rest = ''] = fenceLine.exec(line) ?? []
    const isOpening = fence === '' && mark !== '' && !(mark.startsWith('`') && rest.includes('`'))
    if (fence === '' && !isOpening) {
      // A code span cannot contain an empty line.
      if (line.trim() === '' && paragraph.length > 0) endParagraph()
      paragraph.push(line)
      continue
    }
    if (isOpening) {
      if (paragraph.length > 0) endParagraph()
      fence = mark
      fenceIndent = indent.length
    } else if (
      mark.startsWith(fence) &&
      rest.trim() === '' &&
      indent.length <= fenceIndent + indentMax
    ) {
      fence = ''
    }
    done.push(line)
  }
  if (paragraph.length > 0) endParagraph()
  return done.join('\n')
}

function replaceOutsideSpans(text: string, replace: (text: string) => string): string {
  // `split` puts the runs of backticks at odd positions.
  const pieces = text.split(/(`+)/)
  const done: string[] = []
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] ?? ''
    const end = at % 2 === 1 ? pieces.indexOf(piece, at + 1) : -1
    if (end < 0) done.push(at % 2 === 1 ? piece : replace(piece))
    else {
      done.push(...pieces.slice(at, end + 1))
      at = end
    }
  }
  return done.join('')
}
