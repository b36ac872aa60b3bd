/**
 * Yields the statements of an OBJ or MTL. A line ends with LF, CR or both, and continues after a
 * backslash.
 */
export function* readStatements(text: string): Generator<string> {
  const lines = /[^\r\n]+/g
  let begun = ''
  for (let found = lines.exec(text); found; found = lines.exec(text)) {
    const line = begun + found[0]
    if (/\\[ \t]*$/.test(line)) begun = `${line.replace(/\\[ \t]*$/, '')} `
    else {
      begun = ''
      const trimmed = line.trim()
      if (trimmed !== '') yield trimmed
    }
  }
  if (begun.trim() !== '') yield begun.trim()
}

/**
 * Removes a comment at the end of a line. A number sign without a leading space belongs to a name.
 */
export const withoutComment = (line: string): string => line.replace(/(?:^|[ \t])#.*$/, '').trim()
