import type { DocumentCase } from './document-case.fixture.ts'
import {
  createBook,
  createFormatted,
  createOpenDocument,
  createRelations,
  createWord,
  createZip,
  paragraph,
  textRun,
} from './office-files.fixture.ts'
const enc = (b64: string) => () => new Uint8Array(Buffer.from(b64, 'base64'))
const latin1 = (t: string) => () => new Uint8Array(Buffer.from(t, 'latin1'))
const utf8 = (t: string) => () => new Uint8Array(Buffer.from(t))
const pdfForm = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]/DA(/F1 12 Tf 0 g)>>>>endobj
2 0 obj<</Type/Pages/Kids[4 0 R]/Count 1>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 5 0 R/Annots[6 0 R]/Resources<</Font<</F1 3 0 R>>>>>>endobj
5 0 obj<</Length 42>>
stream
BT /F1 24 Tf 50 200 Td (Name of owner) Tj ET
endstream
endobj
6 0 obj<</Type/Annot/Subtype/Widget/FT/Tx/T(owner)/V(John Miller)/Rect[50 150 250 180]/P 4 0 R>>endobj
trailer<</Root 1 0 R>>`
const encoded: readonly (readonly [encoding: string, text: string, bytes: string])[] = [
  [
    'koi8-r',
    'Съешь же ещё этих мягких французских булок, да выпей чаю.',
    '89/F29gg1sUgxd2jINzUycggzdHHy8nIIMbSwc7D1drTy8nIIMLVzM/LLCDEwSDX2dDFyiDewcAu',
  ],
  [
    'iso8859-2',
    'Zażółć gęślą jaźń, a potem pójdź do domu i śpij.',
    'WmG/87PmIGfqtmyxIGphvPEsIGEgcG90ZW0gcPNqZLwgZG8gZG9tdSBpILZwaWou',
  ],
  [
    'cp1253',
    'Η γρήγορη αλεπού πηδά πάνω από τον σκύλο και φεύγει.',
    'xyDj8d7j7/HnIOHr5fDv/SDw5+TcIPDc7fkg4fD8IPTv7SDz6v3r7yDq4ekg9uX94+XpLg==',
  ],
  [
    'cp1255',
    'שלום לכולם, זהו קובץ טקסט קצר בעברית לבדיקה.',
    '+ezl7SDs6+Xs7Swg5uTlIPfl4fUg6Pfx6CD39vgg4fLh+On6IOzh4+n35C4=',
  ],
  [
    'cp1256',
    'مرحبا بالعالم، هذا ملف نصي قصير باللغة العربية.',
    '49HNyMcgyMfh2sfh46Eg5dDHIOPh3SDk1e0g3tXt0SDIx+Hh28kgx+Ha0cjtyS4=',
  ],
  [
    'cp874',
    'สวัสดีชาวโลก นี่คือไฟล์ข้อความภาษาไทยสั้นๆ',
    'ysfRyrTVqtLH4sWhILnV6KTXzeS/xeyi6c2kx9LBwNLJ0uS3wsrR6bnm',
  ],
  [
    'cp1250',
    'Příliš žluťoučký kůň úpěl ďábelské ódy.',
    'UPjtbGmaIJ5sdZ1vdehr/SBr+fIg+nDsbCDv4WJlbHNr6SDzZHku',
  ],
  [
    'iso2022_jp',
    'これは日本語の短いテキストです。',
    'GyRCJDMkbCRPRnxLXDhsJE5DOyQkJUYlLSU5JUgkRyQ5ISMbKEI=',
  ],
  [
    'utf-16-be',
    'Grüße aus Köln, wie geht es dir heute?',
    'AEcAcgD8AN8AZQAgAGEAdQBzACAASwD2AGwAbgAsACAAdwBpAGUAIABnAGUAaAB0ACAAZQBzACAAZABpAHIAIABoAGUAdQB0AGUAPw==',
  ],
  [
    'gb18030',
    '这是一个简短的中文文件，包含𠀀生僻字。',
    '1eLKx9K7uPa88rbMtcTW0M7EzsS8/qOssPy6rJUygjbJ+san19ahow==',
  ],
  [
    'koi8-u',
    'Щоб зрозуміти їжу, треба її скуштувати ще раз у вівторок.',
    '/c/CINrSz9rVzabUySCn1tUsINTSxcLBIKenINPL1dvU1dfB1Mkg3cUg0sHaINUg16bX1M/Sz8su',
  ],
  [
    'mac-roman',
    'Le café où naît le garçon est fermé à Noël, hélas !',
    'TGUgY2FmjiBvnSBuYZR0IGxlIGdhco1vbiBlc3QgZmVybY4giCBOb5FsLCBojmxhcyAh',
  ],
  [
    'cp866',
    'Привет, это проверка старого текстового файла из программы для DOS.',
    'j+CooqXiLCDt4q4gr+CuoqXgqqAg4eKg4K6jriDiparh4q6irqOuIOSgqaugIKinIK/grqPgoKys6yCkq+8gRE9TLg==',
  ],
]

/** Documents as described in bug reports of other programs. */
export const laterDocumentReports: readonly DocumentCase[] = [
  {
    name: 'docx: content control, checkbox, dropdown',
    bytes: () =>
      createWord(
        paragraph(
          `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${textRun('☒')}</w:sdtContent></w:sdt>${textRun(' Agreed')}`,
        ) + `<w:sdt><w:sdtContent>${paragraph(textRun('Block control'))}</w:sdtContent></w:sdt>`,
      ),
    lines: ['☒ Agreed', 'Block control'],
  },
  {
    name: 'docx: text box once',
    bytes: () =>
      createWord(
        paragraph(
          `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${paragraph(textRun('Boxed'))}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${paragraph(textRun('Boxed'))}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>${textRun('Body')}`,
        ),
      ),
    lines: ['Body'],
    once: ['Boxed', 'Body'],
  },
  {
    name: 'docx: OMML fraction',
    bytes: () =>
      createWord(
        paragraph(
          `${textRun('x = ')}<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f><m:sSup><m:e><m:r><m:t>y</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>`,
        ),
      ),
    lines: [],
    excludes: ['ab', 'y2'],
  },
  {
    name: 'docx: ruby',
    bytes: () =>
      createWord(
        paragraph(
          `<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase></w:ruby></w:r>${textRun('です')}`,
        ),
      ),
    lines: [],
    excludes: ['かんじ漢字です'],
    once: ['漢字'],
  },
  {
    name: 'docx: strict namespace',
    bytes: () =>
      createZip({
        '_rels/.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/word/document.xml"/></Relationships>',
        'word/document.xml':
          '<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body><w:p><w:r><w:t>Strict words</w:t></w:r></w:p></w:body></w:document>',
      }),
    lines: ['Strict words'],
  },
  {
    name: 'docx: comment',
    bytes: () =>
      createWord(
        paragraph(
          `<w:commentRangeStart w:id="1"/>${textRun('Claim')}<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>`,
        ),
        {
          relations: [['c', 'comments', 'comments.xml']],
          'word/comments.xml': `<w:comments xmlns:w="x"><w:comment w:id="1" w:author="Ann"><w:p><w:r><w:t>Needs a source</w:t></w:r></w:p></w:comment></w:comments>`,
        },
      ),
    lines: [],
    once: ['Claim', 'Needs a source'],
  },
  {
    name: 'xlsx: furigana',
    bytes: () =>
      createBook({
        strings: '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>',
        sheets: [{ xml: '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>' }],
      }),
    lines: [],
    once: ['東京'],
    excludes: ['トウキョウ'],
  },
  {
    name: 'xlsx: number formats',
    bytes: () =>
      createFormatted([
        ['0.5', '# ?/?'],
        ['1234.5', '[$€-407] #,##0.00'],
        ['2500000', '[>=1000000]0.0,,"M";0'],
        ['1.5', '[h]:mm'],
        ['-1234.5', '#,##0.00_);(#,##0.00)'],
        ['0.00012', '0.00E+00'],
        ['45000', 'yyyy"年"m"月"d"日"'],
        ['5551234567', '(000) 000-0000'],
      ]),
    lines: [],
    once: [
      '1/2',
      '€ 1,234.50',
      '2.5M',
      '36:00',
      '(1,234.50)',
      '1.20E-04',
      '2023年3月15日',
      '(555) 123-4567',
    ],
  },
  {
    name: 'ods: repeated columns and covered',
    bytes: () =>
      createOpenDocument(
        'spreadsheet',
        '<office:body><office:spreadsheet><table:table table:name="T"><table:table-row><table:table-cell office:value-type="percentage" office:value="0.5"><text:p>50%</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16382"/></table:table-row><table:table-row table:number-rows-repeated="1048575"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet></office:body>',
      ),
    lines: [],
    once: ['50%'],
    lengthMax: 200,
  },
  {
    name: 'odt: tracked deletion, spaces, note',
    bytes: () =>
      createOpenDocument(
        'text',
        '<office:body><office:text><text:tracked-changes><text:changed-region><text:deletion><office:change-info/><text:p>Deleted words</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p>One<text:s text:c="3"/>two<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Foot words</text:p></text:note-body></text:note></text:p></office:text></office:body>',
      ),
    lines: [],
    once: ['One   two', 'Foot words'],
    excludes: ['Deleted words'],
  },
  {
    name: 'epub: spine order, escaped path, entities',
    bytes: () =>
      createZip({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml':
          '<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        'OEBPS/book.opf':
          '<package><metadata><dc:title>B</dc:title></metadata><manifest><item id="a" href="z%20last.xhtml" media-type="application/xhtml+xml"/><item id="b" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
        'OEBPS/z last.xhtml': '<html><body><p>First caf&eacute;&nbsp;here</p></body></html>',
        'OEBPS/a.xhtml': '<html><body><p>Second</p></body></html>',
      }),
    lines: ['First café\u00a0here', 'Second'],
  },
  {
    name: 'pptx: notes and group',
    bytes: () =>
      createZip({
        '_rels/.rels': createRelations(['r1', 'officeDocument', 'ppt/presentation.xml']),
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="s2"/><p:sldId id="257" r:id="s1"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels': createRelations(
          ['s1', 'slide', 'slides/slide1.xml'],
          ['s2', 'slide', 'slides/slide2.xml'],
        ),
        'ppt/slides/slide1.xml':
          '<p:sld><p:cSld><p:spTree><p:grpSp><p:sp><p:txBody><a:p><a:r><a:t>Grouped</a:t></a:r></a:p></p:txBody></p:sp></p:grpSp></p:spTree></p:cSld></p:sld>',
        'ppt/slides/slide2.xml':
          '<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Front</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>',
        'ppt/slides/_rels/slide1.xml.rels': createRelations([
          'n',
          'notesSlide',
          '../notesSlides/notesSlide1.xml',
        ]),
        'ppt/notesSlides/notesSlide1.xml':
          '<p:notes><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Say hello</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:notes>',
      }),
    lines: ['Front', 'Grouped'],
    once: ['Say hello'],
  },
  {
    name: 'pdf: filled form field',
    bytes: latin1(pdfForm),
    lines: [],
    once: ['Name of owner', 'John Miller'],
  },
  {
    name: 'rtf: surrogates and picture',
    bytes: latin1(
      String.raw`{\rtf1\ansi\ansicpg1252\uc1 Smile \u-10179?\u-8640? end{\pict\pngblip 89504e470d0a1a0a}\par {\*\shppict{\pict 00ff}}Next\par}`,
    ),
    lines: ['Smile 🙀 end', 'Next'],
    excludes: ['8950', '00ff'],
  },
  {
    name: 'mail: alternative once, forwarded message',
    bytes: latin1(
      [
        'From: a@a.example',
        'Subject: Fwd',
        'Date: Fri, 27 Nov 2026 10:00:00 +0000',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary="m"',
        '',
        '--m',
        'Content-Type: multipart/alternative; boundary="x"',
        '',
        '--x',
        'Content-Type: text/plain; charset=utf-8; format=flowed',
        '',
        'Plain words ',
        'flow on',
        '--x',
        'Content-Type: text/html',
        '',
        '<p>Plain words flow on</p>',
        '--x--',
        '--m',
        'Content-Type: message/rfc822',
        '',
        'From: old@a.example',
        'Subject: Inner',
        'Date: Thu, 26 Nov 2026 10:00:00 +0000',
        '',
        'Inner words',
        '--m--',
      ].join('\r\n'),
    ),
    lines: ['Plain words flow on', 'Inner words'],
    once: ['Plain words flow on', 'Inner words'],
  },
  {
    name: 'mbox',
    bytes: latin1(
      'From a@a.example Fri Nov 27 10:00:00 2026\nFrom: a@a.example\nSubject: One\nDate: Fri, 27 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nGr=C3=BC=C3=9Fe\n\nFrom b@a.example Fri Nov 27 11:00:00 2026\nFrom: b@a.example\nSubject: Two\nDate: Fri, 27 Nov 2026 11:00:00 +0000\n\nSecond words\n',
    ),
    lines: ['Grüße', 'Second words'],
  },
  ...encoded.map(([encoding, text, bytes]) => ({
    name: `encoding ${encoding}`,
    bytes: enc(bytes),
    lines: [text],
  })),
  {
    name: 'notebook',
    bytes: utf8(
      JSON.stringify({
        nbformat: 4,
        nbformat_minor: 5,
        metadata: { kernelspec: { language: 'python', name: 'python3' } },
        cells: [
          { cell_type: 'markdown', metadata: {}, source: ['# Title\n', 'Words'] },
          {
            cell_type: 'code',
            metadata: {},
            execution_count: 1,
            source: ['print("hi")'],
            outputs: [
              { output_type: 'stream', name: 'stdout', text: ['hi\n'] },
              {
                output_type: 'display_data',
                data: { 'image/png': 'iVBORw0KGgo'.repeat(100), 'text/plain': ['<Figure size>'] },
                metadata: {},
              },
            ],
          },
        ],
      }),
    ),
    lines: ['# Title', 'Words', 'print("hi")', 'hi'],
    excludes: ['iVBORw0KGgo'],
    warning: /Pictures of outputs/,
  },

  {
    name: 'xlsx: cached texts, booleans, errors, rich text',
    bytes: () =>
      createBook({
        strings: '<si><r><t>Bold</t></r><r><t xml:space="preserve"> plain</t></r></si>',
        sheets: [
          {
            xml: '<sheetData><row r="1"><c r="A1" t="str"><f>A2&amp;"x"</f><v>Joined</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="e"><v>#N/A</v></c><c r="D1" t="s"><v>0</v></c><c r="E1" t="inlineStr"><is><t>Inline</t></is></c></row></sheetData>',
          },
        ],
      }),
    lines: [],
    once: ['Joined', 'TRUE', '#N/A', 'Bold plain', 'Inline'],
  },
  {
    name: 'docx: embedded HTML part',
    bytes: () =>
      createWord(`${paragraph(textRun('Before'))}<w:altChunk r:id="h"/>`, {
        relations: [['h', 'aFChunk', 'afchunk.html']],
        'word/afchunk.html': '<html><body><p>Chunk words</p></body></html>',
      }),
    lines: ['Before', 'Chunk words'],
  },
  {
    name: 'pptx: table and diagram',
    bytes: () =>
      createZip({
        '_rels/.rels': createRelations(['r1', 'officeDocument', 'ppt/presentation.xml']),
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels': createRelations(['s1', 'slide', 'slides/slide1.xml']),
        'ppt/slides/slide1.xml':
          '<p:sld><p:cSld><p:spTree><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Cell A</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Cell B</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame><p:graphicFrame><a:graphic><a:graphicData><dgm:relIds r:dm="d1"/></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>',
        'ppt/slides/_rels/slide1.xml.rels': createRelations([
          'd1',
          'diagramData',
          '../diagrams/data1.xml',
        ]),
        'ppt/diagrams/data1.xml':
          '<dgm:dataModel><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Step one</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>',
      }),
    lines: [],
    once: ['Cell A', 'Cell B', 'Step one'],
  },
  {
    name: 'odp: slides and notes',
    bytes: () =>
      createOpenDocument(
        'presentation',
        '<office:body><office:presentation><draw:page draw:name="p1"><draw:frame><draw:text-box><text:p>Slide words</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box><text:p>Note words</text:p></draw:text-box></draw:frame></presentation:notes></draw:page></office:presentation></office:body>',
      ),
    lines: [],
    once: ['Slide words', 'Note words'],
  },
  {
    name: 'mht: saved web page',
    bytes: latin1(
      'From: <Saved by Blink>\r\nSnapshot-Content-Location: https://a.example/\r\nSubject: Page\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: https://a.example/\r\n\r\n<html><body><p>Page w=C3=B6rds</p></body></html>\r\n--b\r\nContent-Type: text/css\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: https://a.example/a.css\r\n\r\nbody { color: red }\r\n--b--\r\n',
    ),
    lines: ['Page wörds'],
    excludes: ['color: red'],
    warning: /left out/,
  },
]
