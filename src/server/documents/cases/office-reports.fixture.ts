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

const latin1 = (text: string) => () => new Uint8Array(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => () => new Uint8Array(Buffer.from(text))

const encoded: readonly (readonly [name: string, lines: readonly string[], bytes: string])[] = [
  [
    'IBM850',
    ['Größe;Maß;Übergröße', 'Müller;Köln;Straße 5', 'Grüße aus München, schöne Wörter für Ärzte.'],
    'R3KU4WU7TWHhO5piZXJncpThZQpNgWxsZXI7S5RsbjtTdHJh4WUgNQpHcoHhZSBhdXMgTYFuY2hlbiwgc2NolG5lIFeUcnRlciBmgXIgjnJ6dGUu',
  ],
  [
    'windows-1257',
    ['Lietuvių kalba yra žodinga: ačiū, prašau, šešėlis, žąsis, ėjo, ūkis.'],
    'TGlldHV2afgga2FsYmEgeXJhIP5vZGluZ2E6IGHoafssIHByYfBhdSwg8GXw62xpcywg/uBzaXMsIOtqbywg+2tpcy4=',
  ],
  [
    'windows-1258',
    ['Tiếng Việt: xin chào các bạn, cảm ơn nhiều.'],
    'VGnq7G5nIFZp6vJ0OiB4aW4gY2hhzG8gY2HsYyBiYfJuLCBjYdJtIPVuIG5oaerMdS4=',
  ],
  [
    'iso-8859-15',
    ['Le prix est de 25 € pour le cœur de bœuf. Cet été, Noël à Œuvre.'],
    'TGUgcHJpeCBlc3QgZGUgMjUgpCBwb3VyIGxlIGO9dXIgZGUgYr11Zi4gQ2V0IOl06SwgTm/rbCDgILx1dnJlLg==',
  ],
  [
    'iso-8859-5',
    ['Это проверка старой кодировки: съешь ещё этих мягких французских булок.'],
    'zeLeIN/g3tLV4NrQIOHi0ODe2SDa3tTY4N7S2tg6IOHq1ejsINXp8SDt4tjlINzv09rY5SDk4NDd5uPX4drY5SDR49ve2i4=',
  ],
  [
    'x-mac-cyrillic',
    ['Это проверка файла с компьютера Макинтош: съешь ещё этих мягких булок.'],
    'nfLuIO/w7uLl8OrgIPTg6evgIPEg6u7s7/z+8uXw4CCM4Oro7fLu+Dog8frl+Pwg5fneIP3y6PUg7N/j6uj1IOHz6+7qLg==',
  ],
  [
    'utf-32le',
    ['Grüße und Küsse'],
    '//4AAEcAAAByAAAA/AAAAN8AAABlAAAAIAAAAHUAAABuAAAAZAAAACAAAABLAAAA/AAAAHMAAABzAAAAZQAAAA==',
  ],
  [
    'windows-1252 quotes',
    ['“It’s a café” – naïve… €5 for the résumé'],
    'k0l0knMgYSBjYWbplCCWIG5h73ZlhSCANSBmb3IgdGhlIHLpc3Vt6Q==',
  ],
  [
    'shift_jis halfwidth',
    ['ﾃｽﾄ,ﾃﾞｰﾀ', '東京,大阪', 'ｶﾀｶﾅ,半角'],
    'w73ELMPesMAKk4yLniyR5Y3jCrbAtsUslLyKcA==',
  ],
]

const chartPart =
  '<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales chart</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>Cups</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>417</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>'

/** Files of office programs, as described in bug reports of other readers. */
export const officeReports: readonly DocumentCase[] = [
  ...encoded.map(([name, lines, bytes]) => ({
    name: `office: text in ${name}`,
    bytes: () => new Uint8Array(Buffer.from(bytes, 'base64')),
    lines,
  })),
  {
    name: 'office: CSV with a separator line',
    bytes: latin1('sep=;\r\nName;Price\r\nVase;12,50\r\n'),
    lines: ['Name;Price', 'Vase;12,50'],
  },
  {
    name: 'office: HTML table saved as .xls',
    bytes: utf8(
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><style>td{mso-number-format:General}</style></head><body><table><tr><td>Name</td><td>Price</td></tr><tr><td>Vase</td><td>12</td></tr></table></body></html>',
    ),
    lines: [],
    once: ['Vase'],
    excludes: ['mso-number-format', '<td>'],
  },
  {
    name: 'office: Excel 2003 XML',
    bytes: utf8(
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles><Style ss:ID="s1"/></Styles><Worksheet ss:Name="Stock"><Table><Row><Cell><Data ss:Type="String">Vase</Data></Cell><Cell><Data ss:Type="Number">12</Data></Cell></Row></Table></Worksheet></Workbook>',
    ),
    lines: [],
    once: ['Vase', 'Stock'],
    excludes: ['urn:schemas', '<Cell'],
  },
  {
    name: 'office: Word 2003 XML',
    bytes: utf8(
      '<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body><w:p><w:r><w:t>Old words</w:t></w:r></w:p><w:p><w:r><w:t>Next</w:t></w:r></w:p></w:body></w:wordDocument>',
    ),
    lines: ['Old words', 'Next'],
    excludes: ['<w:', 'schemas'],
  },
  {
    name: 'office: flat OPC of Word',
    bytes: utf8(
      '<?xml version="1.0"?><?mso-application progid="Word.Document"?><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage"><pkg:part pkg:name="/_rels/.rels"><pkg:xmlData><Relationships/></pkg:xmlData></pkg:part><pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Flat words</w:t></w:r></w:p></w:body></w:document></pkg:xmlData></pkg:part></pkg:package>',
    ),
    lines: ['Flat words'],
    excludes: ['<w:', 'schemas'],
  },
  {
    name: 'office: flat OpenDocument',
    bytes: utf8(
      '<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>Flat words</text:p></office:text></office:body></office:document>',
    ),
    lines: ['Flat words'],
    excludes: ['urn:oasis'],
  },
  {
    name: 'office: FictionBook',
    bytes: utf8(
      '<?xml version="1.0" encoding="UTF-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info><book-title>The kiln</book-title></title-info></description><body><section><title><p>One</p></title><p>Clay words</p></section></body><binary id="c.jpg" content-type="image/jpeg">/9j/4AAQSkZJRgABAQ</binary></FictionBook>',
    ),
    lines: ['One', 'Clay words'],
    excludes: ['/9j/4AAQ', '<p>'],
  },
  {
    name: 'office: Word whose main file has another name',
    bytes: () =>
      createZip({
        '_rels/.rels': createRelations(['r1', 'officeDocument', 'word/document2.xml']),
        'word/document2.xml':
          '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Second name</w:t></w:r></w:p></w:body></w:document>',
      }),
    lines: ['Second name'],
  },
  {
    name: 'office: Word with a chart',
    bytes: () =>
      createWord(
        paragraph(
          `${textRun('Before')}<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
        ),
        { relations: [['c1', 'chart', 'charts/chart1.xml']], 'word/charts/chart1.xml': chartPart },
      ),
    lines: [],
    once: ['Before', 'Sales chart', '417'],
  },
  {
    name: 'office: PowerPoint with a chart and a comment',
    bytes: () =>
      createZip({
        '_rels/.rels': createRelations(['r1', 'officeDocument', 'ppt/presentation.xml']),
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels': createRelations(['s1', 'slide', 'slides/slide1.xml']),
        'ppt/slides/slide1.xml':
          '<p:sld><p:cSld><p:spTree><p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>',
        'ppt/slides/_rels/slide1.xml.rels': createRelations(
          ['c1', 'chart', '../charts/chart1.xml'],
          ['k1', 'comments', '../comments/comment1.xml'],
        ),
        'ppt/charts/chart1.xml': chartPart,
        'ppt/comments/comment1.xml':
          '<p:cmLst><p:cm authorId="0"><p:text>Check this</p:text></p:cm></p:cmLst>',
      }),
    lines: [],
    once: ['Sales chart', '417', 'Check this'],
  },
  {
    name: 'office: spreadsheet with a chart',
    bytes: () =>
      createBook({
        sheets: [
          {
            xml: '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Cell</t></is></c></row></sheetData><drawing r:id="d1"/>',
          },
        ],
        more: {
          'xl/worksheets/_rels/sheet0.xml.rels': createRelations([
            'd1',
            'drawing',
            '../drawings/drawing1.xml',
          ]),
          'xl/drawings/drawing1.xml':
            '<xdr:wsDr><xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>',
          'xl/drawings/_rels/drawing1.xml.rels': createRelations([
            'c1',
            'chart',
            '../charts/chart1.xml',
          ]),
          'xl/charts/chart1.xml': chartPart,
        },
      }),
    lines: [],
    once: ['Cell', 'Sales chart'],
  },
  {
    name: 'office: further number formats',
    bytes: () =>
      createFormatted([
        ['0.30000000000000004', 'General'],
        ['1234567890123', 'General'],
        ['45000.75', 'm/d/yy h:mm AM/PM'],
        ['12', '0" kg"'],
        ['1', '"✓";"✗"'],
        ['-3', '"up";"down"'],
        ['45000', '[$-407]dddd, d. mmmm yyyy'],
        ['1.5', '_-* #,##0.00\\ "€"_-'],
        ['0.123', '0.0%'],
        ['5', ';;;'],
        ['123', '000000'],
        ['1500', '0.0,"k"'],
      ]),
    lines: [],
    once: [
      '0.3',
      '1234567890123',
      '3/15/23 6:00 PM',
      '12 kg',
      '✓',
      'down',
      'Mittwoch, 15. März 2023',
      '1.50 €',
      '12.3%',
      '000123',
      '1.5k',
    ],
  },
  {
    name: 'office: mail with a signature of S/MIME',
    bytes: latin1(
      'From: a@a.example\r\nSubject: Signed\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary="s"\r\n\r\n--s\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\nGr\xfc\xdfe\r\n--s\r\nContent-Type: application/pkcs7-signature; name="smime.p7s"\r\nContent-Transfer-Encoding: base64\r\n\r\nMIAGCSqGSIb3DQEHAqCAMIACAQExDzAN\r\n--s--\r\n',
    ),
    lines: ['Grüße'],
    excludes: ['MIAGCSqG'],
    warning: /smime|left out|file/i,
  },
  {
    name: 'office: mail in GB2312 with an invitation',
    bytes: latin1(
      'From: =?gb2312?B?1cXI/Q==?= <a@a.example>\r\nSubject: =?gb2312?B?u+HS6Q==?=\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="s"\r\n\r\n--s\r\nContent-Type: text/plain; charset="gb2312"\r\nContent-Transfer-Encoding: base64\r\n\r\nxOO6w6OsyrG85KO6z8LO58j9teM=\r\n--s\r\nContent-Type: text/calendar; method=REQUEST; charset=utf-8\r\n\r\nBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Kiln talk\r\nDTSTART:20261127T150000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n--s--\r\n',
    ),
    lines: ['你好，时间：下午三点'],
    once: ['Kiln talk', '会议', '张三'],
  },
  {
    name: 'office: RTF in Shift-JIS by its font',
    bytes: latin1(
      String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fnil\fcharset0 Arial;}{\f1\fnil\fcharset128 MS Gothic;}}\f0 Word \f1\'93\'fa\'96\'7b\f0  end\par {\field{\*\fldinst HYPERLINK "https://a.example"}{\fldrslt link}}\par}`,
    ),
    lines: ['Word 日本 end'],
    once: ['link'],
  },
  {
    name: 'office: notebook of version 3',
    bytes: utf8(
      JSON.stringify({
        nbformat: 3,
        nbformat_minor: 0,
        metadata: { name: '' },
        worksheets: [
          {
            cells: [
              { cell_type: 'heading', level: 1, source: ['Title'] },
              {
                cell_type: 'code',
                language: 'python',
                input: ['print(1)'],
                outputs: [{ output_type: 'stream', text: ['one\n'] }],
              },
            ],
          },
        ],
      }),
    ),
    lines: ['print(1)', 'one'],
    once: ['Title'],
  },
  {
    name: 'office: OpenDocument with tabs, breaks, lists and a sheet of currencies',
    bytes: () =>
      createOpenDocument(
        'text',
        '<office:body><office:text><text:p>One<text:tab/>two<text:line-break/>three</text:p><text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list><text:p><text:span>Split</text:span><text:span> word</text:span></text:p></office:text></office:body>',
      ),
    lines: ['One\ttwo', 'three'],
    once: ['Item', 'Split word'],
  },
  {
    name: 'office: ZIP in a ZIP',
    bytes: () =>
      createZip({ 'a.txt': 'Outer words', 'in.zip': createZip({ 'b.txt': 'Inner words' }) }),
    lines: [],
    once: ['Outer words'],
    warning: /in\.zip/,
  },
  {
    name: 'office: subtitles in UTF-16',
    bytes: () =>
      new Uint8Array(
        Buffer.from('\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\nГончар работает\r\n', 'utf16le'),
      ),
    lines: ['Гончар работает'],
  },
]
