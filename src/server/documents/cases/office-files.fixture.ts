import { strToU8, zipSync } from 'fflate'

export type Files = Readonly<Record<string, string | Uint8Array>>

export const createZip = (files: Files): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  )

type Relation = readonly [id: string, type: string, target: string, mode?: string]

export const createRelations = (...list: Relation[]): string =>
  `<?xml version="1.0"?><Relationships>${list
    .map(
      ([id, type, target, mode]) =>
        `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`

/** Damages the compressed data of one file of a ZIP. */
export function damage(zip: Uint8Array, name: string): Uint8Array {
  const bytes = Buffer.from(zip)
  const at = bytes.indexOf(name)
  if (at < 0) throw new Error(`There is no ${name} in this ZIP.`)
  bytes.fill(0xff, at + name.length, at + name.length + 8)
  return new Uint8Array(bytes)
}

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** @param more further files, with relations of the main file in `relations`. */
export const createWord = (
  body: string,
  {
    relations = [],
    ...more
  }: Record<string, string | Relation[]> & { relations?: Relation[] } = {},
): Uint8Array =>
  createZip({
    '_rels/.rels': createRelations(['r1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document ${namespace}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': createRelations(...relations),
    ...(more as Files),
  })

export const textRun = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
export const paragraph = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`

export type Sheet = { name?: string; state?: string; xml: string }
type Book = {
  sheets: readonly Sheet[]
  /** Format codes. The first code belongs to style 1. */
  formats?: readonly (string | number)[]
  strings?: string
  workbook?: string
  more?: Files
}

const escape = (code: string): string =>
  code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Creates a spreadsheet. `xml` of a sheet is its `sheetData` and the following elements. */
export function createBook({ sheets, formats = [], strings = '', ...rest }: Book): Uint8Array {
  const own = formats.filter((one) => typeof one === 'string')
  const getId = (one: string | number) => (typeof one === 'number' ? one : 164 + own.indexOf(one))
  return createZip({
    '_rels/.rels': createRelations(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook>${rest.workbook ?? ''}<sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name ?? `Sheet${at + 1}`}"${state ? ` state="${state}"` : ''} r:id="s${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': createRelations(
      ...sheets.map((_, at) => [`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`] as const),
      ['styles', 'styles', 'styles.xml'],
      ['strings', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml': `<styleSheet><numFmts>${own
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escape(code)}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((one) => `<xf numFmtId="${getId(one)}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet>${xml}</worksheet>`,
      ]),
    ),
    ...rest.more,
  })
}

/** Creates a sheet with a number in each of the formats, in column A. */
export const createFormatted = (
  cells: readonly (readonly [value: string, format: string | number])[],
  workbook = '',
): Uint8Array =>
  createBook({
    formats: cells.map(([, format]) => format),
    workbook,
    sheets: [
      {
        xml: `<sheetData>${cells
          .map(
            ([value], at) =>
              `<row r="${at + 1}"><c r="A${at + 1}" s="${at + 1}"><v>${value}</v></c></row>`,
          )
          .join('')}</sheetData>`,
      },
    ],
  })

export const createOpenDocument = (kind: string, body: string, more: Files = {}): Uint8Array =>
  createZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content>${body}</office:document-content>`,
    ...more,
  })
