/** A part of a question. All parts together are the unchanged question. */
type CodePart = { text: string; isCode: boolean }

/** Maximum length in characters of a question that is searched for code. */
const lengthMax = 50_000
const lineLengthMax = 300
/** A paragraph is code if at least this fraction of its lines looks like code. */
const codeRatio = 0.6

const signs: readonly RegExp[] = [
  // Matches ends of statements and blocks that prose does not have.
  /[=()<>[\]'"\w];$/,
  /(?:\)|=>|=|\belse|\btry|\bdo) ?\{$/,
  /^\s*[}\])]+[;,)]*$/,
  /^\s*(?:import|from) [\w{*"'.@/]+.*(?:from|import|['"])/,
  /^\s*(?:export|const|let|var|function|async function|public|private|protected|static|fn|func|def|class|struct|enum|interface|package|namespace|using) \w+.*[=({:;<]/,
  /^\s*(?:if|for|while|switch|elif|return|await|yield|throw|print|console\.\w+) ?[(["'`\w].*[;:{)]$/,
  /^\s*#(?:include|define|if|ifdef|endif|!\/)/,
  /^\s*(?:\/\/|\/\*|\*\/|--) ?\S/,
  /^\s*<\/?[a-z][\w-]*(?: [^<>]*)?>/,
  /^\s*"[^"]+"\s*:\s*\S/,
  /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|FROM|WHERE|JOIN|GROUP BY|ORDER BY) \S/,
  /^\s*\$ \S/,
  /^\s+(?:at \S+.*:\d+|File "[^"]+", line \d+)/,
  /^\s*[\w.[\]'"]+ (?:=|:=|\+=|-=) \S/,
  /^\s{2,}\S.*[=(){}[\];<>]/,
  /^\s+(?:return|yield|raise|pass|break|continue)\b/,
  /^\s*[\w.]+\([^()]*\)[;,]?$/,
]

const looksLikeCode = (line: string): boolean => {
  const seen = line.slice(0, lineLengthMax).trimEnd()
  return signs.some((sign) => sign.test(seen))
}

type Part = { text: string; kind: 'code' | 'line of code' | 'words' | 'blank' }

/**
 * Splits a question into text and code. Code is a fenced block, or a paragraph whose lines mostly
 * look like code.
 */
export function splitPastedCode(text: string): CodePart[] {
  if (text.length > lengthMax) return [{ text, isCode: false }]
  const parts = splitParts(text)
  const getKind = (at: number, step: number): Part['kind'] | undefined => {
    let next = at + step
    while (parts[next]?.kind === 'blank') next += step
    return parts[next]?.kind
  }
  // A single line is code only next to other code. Two passes, forwards and backwards, find
  // sequences of such lines.
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'line of code' && getKind(at, -1) === 'code') part.kind = 'code'
  }
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part?.kind === 'line of code' && getKind(at, 1) === 'code') part.kind = 'code'
  }
  const pieces: CodePart[] = []
  for (const [at, { text: own, kind }] of parts.entries()) {
    const isCode =
      kind === 'code' ||
      (kind === 'blank' && getKind(at, -1) === 'code' && getKind(at, 1) === 'code')
    const last = pieces.at(-1)
    if (last?.isCode === isCode) last.text += own
    else pieces.push({ text: own, isCode })
  }
  return pieces
}

function splitParts(text: string): Part[] {
  const parts: Part[] = []
  let paragraph: string[] = []
  let fence = ''
  const endParagraph = () => {
    if (paragraph.length > 0) parts.push({ text: paragraph.join(''), kind: kindOfLines(paragraph) })
    paragraph = []
  }
  for (const line of text.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence !== '') {
      parts.push({ text: line, kind: 'code' })
      if (mark.startsWith(fence) && line.trim() === mark) fence = ''
    } else if (mark !== '') {
      endParagraph()
      fence = mark
      parts.push({ text: line, kind: 'code' })
    } else if (line.trim() === '') {
      endParagraph()
      const last = parts.at(-1)
      if (last?.kind === 'blank') last.text += line
      else parts.push({ text: line, kind: 'blank' })
    } else paragraph.push(line)
  }
  endParagraph()
  return parts
}

function kindOfLines(lines: readonly string[]): Part['kind'] {
  const own = lines.filter(looksLikeCode).length
  if (own / lines.length < codeRatio) return 'words'
  return lines.length > 1 ? 'code' : 'line of code'
}
