import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../documents/document-text.ts'
import { readArchiveText } from './archive-text.ts'

const createZip = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  )
function locked(zip: Uint8Array): Uint8Array {
  const marked = Buffer.from(zip)
  for (let at = 0; (at = marked.indexOf('PK\x01\x02', at)) >= 0; at += 4) marked[at + 8]! |= 1
  return marked
}
const relations = (...list: [id: string, type: string, target: string][]) =>
  `<?xml version="1.0"?><Relationships>${list
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`
const mainIs = (target: string) => ({
  '_rels/.rels': relations(['r1', 'officeDocument', target]),
})
const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr>${style}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

const word = (body: string) =>
  createZip({
    ...mainIs('word/document.xml'),
    'word/document.xml': `<w:document>${body}</w:document>`,
  })

const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
const chapter = (text: string) =>
  `<html><head><title>T</title><script src="x"/></head><body><h1>${text}</h1><p>It
    was <b>late</b>&#8230;</p></body></html>`

const points = (...values: (string | undefined)[]) =>
  values
    .map((value, at) => (value === undefined ? '' : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`))
    .join('')
const series = (name: string, ...values: (string | undefined)[]) =>
  `<c:ser><c:tx><c:strRef><c:f>Sheet1!B1</c:f><c:strCache>${points(name)}</c:strCache></c:strRef></c:tx>
  <c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="3"/><c:lvl>${points('2023', '2024', '2025')}</c:lvl>
  <c:lvl>${points('Old kiln')}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>
  <c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode>${points(...values)}</c:numCache></c:numRef></c:val></c:ser>`
const title = (text: string) =>
  `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`

const openDocument = (kind: string, body: string) =>
  createZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'styles.xml': '<office:styles>not read</office:styles>',
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
  })
const getCells = (...all: string[]) =>
  all.map((one) => `<table:table-cell><text:p>${one}</text:p></table:table-cell>`).join('')
const getTable = (name: string) =>
  `<table:table table:name="${name}"><table:table-row>${getCells('Clay', '°C')}</table:table-row><table:table-row>${getCells('Raku', '980')}</table:table-row></table:table>`

describe('readArchiveText', () => {
  it('reads headings, lists, tables and notes of a Word file, without deleted words', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
    const bytes = createZip({
      ...mainIs('word/document.xml'),
      'word/_rels/document.xml.rels': relations(['r9', 'footnotes', 'footnotes.xml']),
      'word/footnotes.xml': `<w:footnotes>${paragraph('A footnote.')}</w:footnotes>`,
      'word/document.xml': `<w:document>${paragraph('Glazes', '<w:pStyle w:val="Heading1"/>')}
        ${paragraph('Ca &amp; Si ')}${paragraph('first', '<w:numPr/>')}
        <w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>
        <w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('c')}${cell('d')}</w:tr></w:tbl>
        <mc:AlternateContent><mc:Choice>${paragraph('Box')}</mc:Choice><mc:Fallback>${paragraph('Box')}</mc:Fallback></mc:AlternateContent></w:document>`,
    })
    const { text, mimeType, isCut } = await readArchiveText(bytes)
    expect(text.replaceAll(/ +\n/g, '\n')).toBe(
      '# Glazes\n\nCa & Si\n\n- first\n\na | b |\nc | d |\n\nBox\n\nA footnote.',
    )
    expect(mimeType).toContain('wordprocessingml')
    expect(isCut).toBe(false)
  })

  it('reads the sheets of a spreadsheet in order, with dates, strings and gaps', async () => {
    const bytes = createZip({
      ...mainIs('/xl/workbook.xml'),
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Second" r:id="r2"/><sheet name="First" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relations(
        ['r1', 'worksheet', 'worksheets/sheet1.xml'],
        ['r2', 'worksheet', 'worksheets/sheet2.xml'],
        ['r3', 'sharedStrings', 'sharedStrings.xml'],
        ['r4', 'styles', 'styles.xml'],
      ),
      'xl/sharedStrings.xml':
        '<sst><si><t>Name</t></si><si><r><t>Ka</t></r><r><t>olin</t></r><rPh><t>x</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row><c r="A2"><v>0.30000000000000004</v></c><c r="B2" s="1"><v>45000</v></c><c r="C2" s="2"><v>45000.5</v></c><c r="D2" s="3"><v>3</v></c><c r="E2" t="b"><v>1</v></c></row></worksheet>',
      'xl/worksheets/sheet2.xml':
        '<worksheet><row><c t="inlineStr"><is><t>alone</t></is></c></row></worksheet>',
    })
    expect((await readArchiveText(bytes)).text).toBe(
      '## Second\n\nalone\n\n## First\n\nName\t\tKaolin\n0.3\t2023-03-15\t2023-03-15 12:00\t3 days\tTRUE',
    )
  })

  it('reads the slides of a presentation in the order of the show, with notes', async () => {
    const bytes = createZip({
      ...mainIs('ppt/presentation.xml'),
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rB"/><p:sldId id="257" r:id="rA"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(
        ['rA', 'slide', 'slides/slide1.xml'],
        ['rB', 'slide', 'slides/slide2.xml'],
      ),
      'ppt/slides/slide1.xml': slide('Last'),
      'ppt/slides/slide2.xml': slide('Opening'),
      'ppt/slides/_rels/slide2.xml.rels': relations(['n', 'notesSlide', '../notesSlides/n1.xml']),
      'ppt/notesSlides/n1.xml': slide('Smile.'),
    })
    expect(await readArchiveText(bytes)).toMatchObject({
      text: '## Slide 1\n\nOpening\n\nNotes:\nSmile.\n\n## Slide 2\n\nLast',
      pages: 2,
    })
  })

  it('reads the numbers of charts and the text of SmartArt, which are separate files in the archive', async () => {
    const bars = `<c:chartSpace><c:chart>${title('Firings &amp; losses')}<c:plotArea><c:barChart>
      ${series('Fired', '120', '140', '96')}${series('Lost', '4', undefined, '11')}</c:barChart>
      <c:valAx>${title('Pieces')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`
    const scatter = `<c:chartSpace><c:scatterChart><c:ser><c:xVal><c:numRef><c:numCache><c:formatCode>m/d/yyyy</c:formatCode>${points('37261.0', '37262')}</c:numCache></c:numRef></c:xVal>
      <constructor/><c:yVal><c:numRef><c:numCache>${points('10', '30')}</c:numCache></c:numRef></c:yVal></c:ser></c:scatterChart></c:chartSpace>`
    const steps = `<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>Throw</a:t></a:r></a:p></dgm:t></dgm:pt>
      <dgm:pt><dgm:t><a:p><a:r><a:t>Fire</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>`
    const barsText =
      'Chart: Firings & losses\n | Fired | Lost\n2023 | 120 | 4\n2024 | 140 | \n2025 | 96 | 11'
    const show = createZip({
      ...mainIs('ppt/presentation.xml'),
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rA"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(['rA', 'slide', 'slides/slide1.xml']),
      'ppt/slides/slide1.xml': slide('The year'),
      'ppt/slides/_rels/slide1.xml.rels': relations(
        ['c1', 'chart', '../charts/chart1.xml'],
        ['c2', 'chart', '../charts/chart2.xml'],
        ['c3', 'chart', '../charts/missing.xml'],
        ['d1', 'diagramData', '../diagrams/data1.xml'],
      ),
      'ppt/charts/chart1.xml': bars,
      'ppt/charts/chart2.xml': scatter,
      'ppt/diagrams/data1.xml': steps,
    })
    expect((await readArchiveText(show)).text).toBe(
      `## Slide 1\n\nThe year\n\n${barsText}\n\nChart:\n2002-01-05 | 10\n2002-01-06 | 30\n\nThrow\nFire`,
    )
    const letter = createZip({
      ...mainIs('word/document.xml'),
      'word/document.xml': `<w:document>${paragraph('A year')}</w:document>`,
      'word/_rels/document.xml.rels': relations(['c1', 'chart', 'charts/chart1.xml']),
      'word/charts/chart1.xml': bars,
    })
    expect((await readArchiveText(letter)).text).toBe(`A year\n\n${barsText}`)
  })

  it('reads the words, tables and slides of OpenDocument files', async () => {
    const letter = await readDocument(
      openDocument(
        'text',
        `<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:h text:outline-level="2">Glazes</text:h><text:p>Fire<text:s/><text:span>hot</text:span>.</text:p><text:list><text:list-item><text:p>first</text:p></text:list-item></text:list>${getTable('Table1')}<text:p>End.</text:p>`,
      ),
    )
    expect(letter.text).toBe(
      '## Glazes\n\nFire hot.\n\n- first\n\n## Table1\n\nClay\t°C\nRaku\t980\n\nEnd.',
    )
    expect(letter.mimeType).toBe('application/vnd.oasis.opendocument.text')
    const sheets = await readDocument(openDocument('spreadsheet', getTable('Cones')))
    expect(sheets.text).toBe('## Cones\n\nClay\t°C\nRaku\t980')
    const show = await readDocument(
      openDocument('presentation', '<draw:page><text:p>Opening</text:p></draw:page>'),
    )
    expect(show).toMatchObject({ text: '## Slide 1\n\nOpening', pages: 1 })
  })

  it('reads the chapters of a book in reading order', async () => {
    const bytes = createZip({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfile full-path="OEBPS/b.opf"/></container>',
      'OEBPS/b.opf':
        '<package><manifest><item id="b" href="two%20b.xhtml"/><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OEBPS/a.xhtml': chapter('One'),
      'OEBPS/two b.xhtml': chapter('Two'),
    })
    expect((await readArchiveText(bytes)).text).toBe(
      '# One\n\nIt was late…\n\n# Two\n\nIt was late…',
    )
  })

  it('reads the text files of a ZIP under their paths, without generated folders', async () => {
    const { text, mimeType } = await readArchiveText(
      createZip({
        'src/b.ts': 'export const b = 1\n',
        'a.md': '# A',
        'logo.png': new Uint8Array([137, 80, 78, 71, 0, 0, 1]),
        'node_modules/x/index.js': 'secret of others',
        'long.json': 'x'.repeat(150_000),
      }),
    )
    expect(text).toContain('Files:\na.md\nlogo.png\nlong.json\nsrc/b.ts\n')
    expect(text).toContain('===== src/b.ts =====\nexport const b = 1')
    expect(text).not.toContain('secret')
    expect(text).not.toContain('===== logo.png')
    expect(text).toContain('left out')
    expect(mimeType).toBe('application/zip')
  })

  it('rejects an archive that exceeds the limit when unpacked, in one file or in many', async () => {
    const limits = { partBytesMax: 100_000, totalBytesMax: 300_000 }
    const one = word(`<w:p><w:t>${' '.repeat(200_000)}</w:t></w:p>`)
    await expect(readArchiveText(one, limits)).rejects.toThrow('unpacks to too much')
    const names = Array.from({ length: 40 }, (_, k) => `${k}.txt`)
    const many = createZip(Object.fromEntries(names.map((name) => [name, ' '.repeat(9_000)])))
    expect(many.length).toBeLessThan(20_000)
    await expect(readArchiveText(many, limits)).rejects.toThrow('unpacks to too much')
  })

  it('truncates long text', async () => {
    const read = await readDocument(word(paragraph('word '.repeat(300_000))))
    expect(read.isCut).toBe(true)
    expect(read.text).toHaveLength(1_000_000)
  })

  it.each([
    ['damaged', word(paragraph('a')).slice(0, 60), 'damaged'],
    ['without text', word(''), 'no text in this file'],
    ['of pictures only', createZip({ 'a.png': new Uint8Array([137, 80, 0, 0]) }), 'no text'],
    ['Apple’s', createZip({ 'Index/Document.iwa': new Uint8Array([0, 1]) }), 'Export it as PDF'],
    ['locked', locked(createZip({ 'a.md': '# A', 'b.md': '# B' })), 'password-protected'],
    ['with a path that leads out of it', createZip({ '../../a.md': '# A' }), 'unsafe paths'],
    ['an old or locked Office file', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), '.docx'],
    ['deeper than any', word('<w:p>'.repeat(100_000)), 'no text'],
  ])('gives a reason for rejecting a file that is %s', async (_case, bytes, why) => {
    const read = bytes[0] === 0xd0 ? readDocument : readArchiveText
    await expect(read(bytes)).rejects.toMatchObject({
      code: 'bad_document',
      message: expect.stringContaining(why) as string,
    })
  })
})
