import type { DocumentCase } from './document-case.fixture.ts'
import {
  createOpenDocument,
  createWord,
  damage,
  paragraph,
  textRun,
} from './office-files.fixture.ts'

const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
const item = (text: string, level = 0, numId = 1) =>
  paragraph(
    textRun(text),
    `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`,
  )
const cell = (text: string, properties = '') =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(textRun(text))}</w:tc>`
const lvl = (level: number, format: string, text: string, start = 1) =>
  `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${lvl(0, 'decimal', '%1.')}${lvl(1, 'lowerLetter', '%2)')}${lvl(2, 'decimal', '%1.%2.%3')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${lvl(0, 'upperRoman', '%1.', 4)}</w:abstractNum><w:abstractNum w:abstractNumId="2">${lvl(0, 'bullet', '')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>`
const box = (text: string) =>
  `<w:drawing><wps:txbx><w:txbxContent>${paragraph(textRun(text))}</w:txbxContent></wps:txbx></w:drawing>`
const oldBox = (text: string) =>
  `<w:pict><v:textbox><w:txbxContent>${paragraph(textRun(text))}</w:txbxContent></v:textbox></w:pict>`

export const wordCases: readonly DocumentCase[] = [
  {
    name: 'word: hyphens, tabs, breaks and symbols',
    bytes: () =>
      createWord(
        paragraph(
          `<w:r><w:t>part</w:t><w:noBreakHyphen/><w:t>number</w:t><w:tab/><w:t>soft</w:t><w:softHyphen/><w:t>ware</w:t><w:br/><w:t>next</w:t></w:r>`,
        ) +
          paragraph(
            `<w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:t> done </w:t><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>${textRun('\uF062', '<w:rFonts w:ascii="Symbol"/>')}`,
          ),
      ),
    lines: ['part‑number\tsoftware', 'next', '🗹 done α🡪β'],
  },
  {
    name: 'word: tracked changes and moved text',
    bytes: () =>
      createWord(
        paragraph(
          `<w:ins>${textRun('kept ')}</w:ins><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:del>${textRun('also gone')}</w:del><w:moveFrom>${textRun('moved ')}</w:moveFrom><w:moveTo>${textRun('moved')}</w:moveTo>`,
        ) +
          paragraph(textRun('joined '), '<w:rPr><w:del/></w:rPr>') +
          paragraph(textRun('paragraph')) +
          `<w:tbl><w:tr>${cell('row kept')}</w:tr><w:tr><w:trPr><w:del/></w:trPr>${cell('row gone')}</w:tr></w:tbl>` +
          paragraph(
            textRun('was bold', '<w:b/><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>'),
            '<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange>',
          ),
      ),
    lines: ['kept moved', 'joined paragraph', 'row kept |', 'was bold'],
    excludes: ['gone', 'hidden text'],
  },
  {
    name: 'word: text boxes once, after their paragraph',
    bytes: () =>
      createWord(
        paragraph(
          `${textRun('Before ')}<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box('In a box')}</mc:Choice><mc:Fallback>${oldBox('In a box')}</mc:Fallback></mc:AlternateContent></w:r>${textRun('and after.')}`,
        ) +
          paragraph(
            `<w:r><mc:AlternateContent><mc:Choice Requires="new"><w:drawing/></mc:Choice><mc:Fallback>${oldBox('Only in the fallback')}</mc:Fallback></mc:AlternateContent></w:r>`,
          ) +
          paragraph(`<w:r>${oldBox('Old box')}</w:r>`),
      ),
    lines: ['Before and after.', 'In a box', 'Only in the fallback', 'Old box'],
    once: ['In a box'],
  },
  {
    name: 'word: numbered lists, styles of other languages',
    bytes: () =>
      createWord(
        paragraph(textRun('Einleitung'), '<w:pStyle w:val="berschrift2"/>') +
          item('one') +
          item('two') +
          item('inner', 1) +
          item('inner two', 1) +
          item('deep', 2) +
          item('three') +
          item('fourth', 0, 2) +
          item('bullet', 0, 3) +
          item('again', 0, 4) +
          paragraph(textRun('Anhang'), '<w:outlineLvl w:val="2"/>') +
          paragraph(textRun('styled'), '<w:pStyle w:val="Liste"/>') +
          item('out of a list', 0, 0),
        {
          relations: [
            ['a', 'styles', 'styles.xml'],
            ['b', 'numbering', 'numbering.xml'],
          ],
          'word/numbering.xml': numbering,
          'word/styles.xml':
            '<w:styles><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Basis"><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style><w:style w:styleId="Liste"><w:basedOn w:val="Basis"/></w:style></w:styles>',
        },
      ),
    lines: [
      '## Einleitung',
      '1. one',
      '2. two',
      '  a) inner',
      '  b) inner two',
      '    2.b.1 deep',
      '3. three',
      'IV. fourth',
      '- bullet',
      '1. again',
      '### Anhang',
      '- styled',
      'out of a list',
    ],
  },
  {
    name: 'word: tables with merged and nested cells',
    bytes: () =>
      createWord(
        `<w:tbl><w:tr>${cell('wide', '<w:gridSpan w:val="2"/>')}${cell('c')}</w:tr><w:tr>${cell('tall', '<w:vMerge w:val="restart"/>')}${cell('1')}${cell('2')}</w:tr><w:tr>${cell('', '<w:vMerge/>')}${cell('3')}<w:tc>${paragraph(textRun('4'))}<w:tbl><w:tr>${cell('x')}${cell('y')}</w:tr></w:tbl>${paragraph(textRun('5'))}</w:tc></w:tr></w:tbl>${paragraph(textRun('End.'))}`,
      ),
    lines: ['wide |  | c |', 'tall | 1 | 2 |', '| 3 | 4 x | y | 5 |', 'End.'],
  },
  {
    name: 'word: links, fields and form elements',
    bytes: () =>
      createWord(
        paragraph(
          `<w:hyperlink r:id="h1">${textRun('the site')}</w:hyperlink> ${field(' HYPERLINK "https://b.example/x" ', textRun('old link'))}<w:hyperlink w:anchor="top">${textRun(' up')}</w:hyperlink>`,
        ) +
          paragraph(
            `${textRun('Page ')}${field('PAGE', textRun('3'))}${field(`IF ${field('MERGEFIELD a', textRun('secret'))} = 1`, textRun(' shown'))}`,
          ) +
          paragraph(
            `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${textRun(' agreed, ')}<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
          ) +
          paragraph(`<w:fldSimple w:instr="AUTHOR">${textRun('Ann')}</w:fldSimple>`) +
          `<w:sdt><w:sdtPr><w:alias w:val="Name"/><w:placeholder><w:docPart w:val="x"/></w:placeholder></w:sdtPr><w:sdtContent>${paragraph(textRun('In a control'))}</w:sdtContent></w:sdt>`,
        { relations: [['h1', 'hyperlink', 'https://a.example/', 'External']] },
      ),
    lines: [
      '[the site](https://a.example/)[old link](https://b.example/x) up',
      'Page 3 shown',
      '☒ agreed, blue',
      'Ann',
      'In a control',
    ],
    excludes: ['secret', 'HYPERLINK', 'MERGEFIELD'],
  },
  {
    name: 'word: notes, comments, headers and footers',
    bytes: () =>
      createWord(
        paragraph(
          `${textRun('Claim')}<w:r><w:footnoteReference w:id="2"/></w:r>${textRun(' and end')}<w:r><w:endnoteReference w:id="2"/></w:r><w:del><w:r><w:footnoteReference w:id="3"/></w:r></w:del>`,
        ),
        {
          relations: [
            ['a', 'footnotes', 'footnotes.xml'],
            ['b', 'endnotes', 'endnotes.xml'],
            ['c', 'comments', 'comments.xml'],
            ['d', 'header', 'header1.xml'],
            ['e', 'header', 'header2.xml'],
            ['f', 'footer', 'footer1.xml'],
          ],
          'word/footnotes.xml': `<w:footnotes><w:footnote w:type="separator" w:id="0">${paragraph(textRun('line'))}</w:footnote><w:footnote w:id="2">${paragraph(textRun('Proof.'))}</w:footnote><w:footnote w:id="3">${paragraph(textRun('Dropped.'))}</w:footnote></w:footnotes>`,
          'word/endnotes.xml': `<w:endnotes><w:endnote w:id="2">${paragraph(textRun('Source.'))}</w:endnote></w:endnotes>`,
          'word/comments.xml': `<w:comments><w:comment w:id="0" w:author="Ann">${paragraph(textRun('Really?'))}</w:comment></w:comments>`,
          'word/header1.xml': `<w:hdr>${paragraph(textRun('Confidential'))}</w:hdr>`,
          'word/header2.xml': `<w:hdr>${paragraph(textRun('Confidential'))}</w:hdr>`,
          'word/footer1.xml': `<w:ftr>${paragraph(textRun('Acme Ltd'))}</w:ftr>`,
        },
      ),
    lines: [
      'Claim[^1] and end[^2]',
      '[^1]: Proof.',
      '[^2]: Source.',
      'Comment by Ann: Really?',
      'Header: Confidential',
      'Footer: Acme Ltd',
    ],
    excludes: ['line', 'Dropped'],
    once: ['Confidential'],
  },
  {
    name: 'word: formulas, guides to pronunciation and hidden text',
    bytes: () =>
      createWord(
        paragraph(
          `<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>`,
        ) +
          paragraph(
            `<w:r><w:ruby><w:rt>${textRun('とうきょう')}</w:rt><w:rubyBase>${textRun('東京')}</w:rubyBase></w:ruby></w:r>`,
          ) +
          paragraph(
            `${textRun('seen ')}${textRun('unseen', '<w:vanish/>')}${textRun(' again', '<w:vanish w:val="0"/>')}`,
          ),
      ),
    lines: ['(a+b)/2x^2', '東京', 'seen [hidden text: unseen] again'],
    excludes: ['とうきょう'],
    warning: /hidden text/,
  },
  {
    name: 'word: a missing note list, a picture and an inserted page',
    bytes: () =>
      createWord(
        paragraph(`${textRun('Text')}<w:r><w:drawing><a:blip r:embed="p"/></w:drawing></w:r>`) +
          '<w:altChunk r:id="z"/>',
        {
          relations: [
            ['n', 'footnotes', 'footnotes.xml'],
            ['z', 'aFChunk', 'afchunk.html'],
          ],
          'word/afchunk.html': '<html><p>Inserted words</p></html>',
        },
      ),
    lines: ['Text', 'Inserted words'],
    warning: /footnotes is missing.*One picture was left out/s,
  },
  {
    name: 'word: a damaged header',
    bytes: () =>
      damage(
        createWord(paragraph(textRun('Body')), {
          relations: [['d', 'header', 'header1.xml']],
          'word/header1.xml': `<w:hdr>${paragraph(textRun('Top'))}</w:hdr>`,
        }),
        'word/header1.xml',
      ),
    lines: ['Body'],
    warning: /A header is damaged/,
  },
  {
    name: 'word: XML in UTF-16',
    bytes: () => {
      const xml = `\uFEFF<?xml version="1.0" encoding="UTF-16"?><w:document><w:p><w:r><w:t>wide words</w:t></w:r></w:p></w:document>`
      return createWord('', {
        'word/document.xml': new Uint8Array(Buffer.from(xml, 'utf16le')) as never,
      })
    },
    lines: ['wide words'],
  },
  {
    name: 'odt: notes, changes, spaces, headers and guides to pronunciation',
    bytes: () =>
      createOpenDocument(
        'text',
        `<office:body><office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>Claim<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Proof.</text:p></text:note-body></text:note> stays.<text:s text:c="3"/>Then <text:span>bold</text:span> <text:span>words</text:span></text:p><text:p><text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby></text:p><table:table table:name="T"><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>a</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></office:text></office:body>`,
        {
          'styles.xml':
            '<office:document-styles><style:header><text:p>Top line</text:p></style:header></office:document-styles>',
        },
      ),
    lines: [
      'Claim stays.   Then bold words',
      '(Note: 1 Proof.)',
      '東京',
      'a\t\tb',
      'Header: Top line',
    ],
    excludes: ['gone', 'とうきょう'],
  },
]
