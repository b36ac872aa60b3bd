type OfficeXmlKind = 'package' | 'word' | 'excel' | 'open' | 'book' | 'page'

const headBytes = 4 * 1024

/** Element or namespace by which a kind of file is recognised in the file's first bytes. */
const kindMarks: readonly (readonly [OfficeXmlKind, RegExp])[] = [
  ['package', /<pkg:package\b/],
  ['word', /<(?:\w{1,10}:)?wordDocument\b/],
  ['excel', /<(?:\w{1,10}:)?Workbook\b[^>]{0,400}urn:schemas-microsoft-com:office:spreadsheet/],
  ['open', /<office:document[\s>]/],
  ['book', /<FictionBook\b/],
  // Many programs save tables for Excel and texts for Word as HTML, with a wrong extension.
  ['page', /<html\b[^>]{0,400}urn:schemas-microsoft-com:office:(?:excel|word)/i],
]

/** Finds the kind of an Office file that is one XML or HTML file. */
export function findOfficeXmlKind(bytes: Uint8Array): OfficeXmlKind | undefined {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  if (!/^(?:\u00ef\u00bb\u00bf)?\s{0,20}</.test(head)) return undefined
  return kindMarks.find(([, mark]) => mark.test(head))?.[0]
}
