import type { DocumentCase } from './document-case.fixture.ts'
import {
  createBook,
  createFormatted,
  createRelations,
  createWord,
  createZip,
  paragraph,
  textRun,
} from './office-files.fixture.ts'

const encoded: readonly [name: string, hex: string, encoding: string, lines: string[]][] = [
  [
    'ISO-2022-JP',
    '1b2442242a3835352424472439242b21233a23467c244f4e4924244537352424472439244d21231b2842',
    'iso-2022-jp',
    ['お元気ですか。今日は良い天気ですね。'],
  ],
  [
    'UTF-16BE without a mark',
    '004e0061006d0065003b0043006900740079000a004a00fc007200670065006e003b004b00f6006c006e000a',
    'utf-16be',
    ['Name;City', 'Jürgen;Köln'],
  ],
  [
    'UTF-16LE with Chinese',
    'd3590d540900ce57025e0a00205f094e09001753ac4e0a00',
    'utf-16le',
    ['姓名\t城市', '张三\t北京'],
  ],
  [
    'KOI8-R',
    'e4cfc2d2d9ca20c4c5ced82120f0cfd3d9ccc1c020d7c1cd20d3d0c9d3cfcb20d4cfd7c1d2cfd720c920c3c5ce2e',
    'koi8-r',
    ['Добрый день! Посылаю вам список товаров и цен.'],
  ],
  [
    'Windows-1251',
    'c8ecff3bc3eef0eee40ac8e2e0ed3bcceef1eae2e00aceebfce3e03bd1e0edeaf22dcfe5f2e5f0e1f3f0e30a',
    'windows-1251',
    ['Имя;Город', 'Иван;Москва', 'Ольга;Санкт-Петербург'],
  ],
  [
    'IBM866',
    '84aea1e0eba920a4a5adec21208faee1ebaba0ee20a2a0ac20e1afa8e1aeaa20e2aea2a0e0aea220a820e6a5ad20ada020ede2aee220aca5e1efe62e',
    'ibm866',
    ['Добрый день! Посылаю вам список товаров и цен на этот месяц.'],
  ],
  [
    'Windows-1250',
    '50f8ed6c699a209e6c759d6f75e86bfd206bf9f220fa70ec6c20efe162656c736be920f364792e',
    'windows-1250',
    ['Příliš žluťoučký kůň úpěl ďábelské ódy.'],
  ],
  [
    'Windows-1253',
    'cae1ebe7ecddf1e120f3e1f22e20c720f4e9ecde20e5dfede1e920e4ddeae120e5f5f1fe2e',
    'windows-1253',
    ['Καλημέρα σας. Η τιμή είναι δέκα ευρώ.'],
  ],
  [
    'Windows-1254',
    '54fc726be76520f6f072656e6d656b2069e7696e20dd7374616e62756c27612067656c64696b2c20e76f6b2067fc7a656c2062697220fe656869722e',
    'windows-1254',
    ["Türkçe öğrenmek için İstanbul'a geldik, çok güzel bir şehir."],
  ],
  [
    'Windows-1255',
    'f9ece5ed20ecebe5eced2c20e6e420eef1eeea20ece3e5e2eee420e1f2e1f8e9fa2e',
    'windows-1255',
    ['שלום לכולם, זה מסמך לדוגמה בעברית.'],
  ],
  [
    'Windows-1256',
    'e3d1cdc8c720c8dfe320dded20e5d0c720c7e1e3d3cae4cf20c7e1caccd1edc8ed20c8c7e1e1dbc920c7e1dad1c8edc92e',
    'windows-1256',
    ['مرحبا بكم في هذا المستند التجريبي باللغة العربية.'],
  ],
  [
    'EUC-KR',
    'c0ccb8a72cb5b5bdc30ac8abb1e6b5bf2cbcadbfef0ab1e8c3b6bcf62cbacebbea0a',
    'euc-kr',
    ['이름,도시', '홍길동,서울', '김철수,부산'],
  ],
  [
    'EUC-JP',
    'ccbec1b02cbdbbbdea0abbb3c5c4c2c0cfba2cc5ecb5fec5d4c0e9c2e5c5c4b6e80a',
    'euc-jp',
    ['名前,住所', '山田太郎,東京都千代田区'],
  ],
  [
    'GB18030 with four bytes',
    'c3fbd7d6a3ba8139ee398139ef3020b2e2cad4cec4bcfea3acc4dac8ddceaad6d0cec4a1a3',
    'gb18030',
    ['名字：㐀㐁 测试文件，内容为中文。'],
  ],
  [
    'Big5 in Hong Kong',
    'adbbb4e4aabaa468b64fa5ceaaeda141b05fbff6a6acb64facb0a4dca57ca4b8a143',
    'big5',
    ['香港的士費用表，起錶收費為廿四元。'],
  ],
  [
    'Windows-874',
    'c3d2a4d2cad4b9a4e9d2b7d1e9a7cbc1b4c3c7c1c0d2c9d5e1c5e9c7',
    'windows-874',
    ['ราคาสินค้าทั้งหมดรวมภาษีแล้ว'],
  ],
  [
    'Windows-1257',
    'd069616e6469656e20677261fe7573206f7261732c207661fe69756f6a616d6520e12056696c6e69f820697220527967e02e',
    'windows-1257',
    ['Šiandien gražus oras, važiuojame į Vilnių ir Rygą.'],
  ],
  [
    'ISO-8859-2',
    '5a61bff3b3e62067eab66cb1206a61bcf12e20a67769ea74612073b1207720677275646e69752c206120bc72656269ea746120b67069b12e',
    'iso-8859-2',
    ['Zażółć gęślą jaźń. Święta są w grudniu, a źrebięta śpią.'],
  ],
  [
    'Macintosh',
    '50728e6e6f6d3b507269780d5a6f913b63696e710d4672616e8d6f69733b7369780d',
    'macintosh',
    ['Prénom;Prix', 'Zoë;cinq', 'François;six'],
  ],
  [
    'UTF-8 with one bad byte',
    '4772c3b6c39f653a203520e282ac0a4d61c39f3a20330aff0a46c3bcc39f650a',
    'utf-8',
    ['Größe: 5 €', 'Maß: 3', 'Füße'],
  ],
  [
    'UTF-32',
    'fffe00004700000072000000fc000000df0000006500000020000000610000007500000073000000200000004b000000f60000006c0000006e000000',
    'utf-32le',
    ['Grüße aus Köln'],
  ],
]
const bad: readonly string[] = ['UTF-8 with one bad byte']

const encodings = encoded.map(([name, hex, encoding, lines]): DocumentCase => ({
  name: `more: ${name}`,
  bytes: () => new Uint8Array(Buffer.from(hex, 'hex')),
  lines,
  encoding,
  ...(bad.includes(name) && { warning: /not valid in UTF-8/ }),
}))

const formats: readonly [string, readonly (readonly [string, string | number, string])[]][] = [
  [
    'money',
    [
      ['1234.5', '"€"#,##0.00', '€1,234.50'],
      ['1234.5', '#,##0.00\\ "€"', '1,234.50 €'],
      ['-1234.5', '#,##0.00;[Red]-#,##0.00', '-1,234.50'],
      ['-1234.5', '#,##0_);(#,##0)', '(1,235)'],
      ['1234.5', '[$£-809]#,##0.00', '£1,234.50'],
      ['0', '#,##0.00;-#,##0.00;"–"', '–'],
    ],
  ],
  [
    'units and fractions',
    [
      ['2.5', '0.0" kg"', '2.5 kg'],
      ['0.5', '# ?/?', '1/2'],
      ['1.75', '# ??/??', '1  3/4'],
      ['1234567', '0.00E+00', '1.23E+06'],
      ['1500000', '0.0,,"M"', '1.5M'],
      ['12', '@', '12'],
    ],
  ],
  [
    'times',
    [
      ['45292.999', 'hh:mm:ss', '23:58:34'],
      ['0.0000115740740740741', 'mm:ss.0', '00:01.0'],
      ['45292.5', 'd/m/yy h:mm', '1/1/24 12:00'],
      ['45292', 'dddd', 'Monday'],
      ['45292', 'mmm-yy', 'Jan-24'],
    ],
  ],
  ['a format that hides the value, which is shown anyway', [['7', ';;;', '7']]],
]
const sheets = formats.map(([name, cells]): DocumentCase => ({
  name: `more: sheet with ${name}`,
  bytes: () => createFormatted(cells.map(([value, format]) => [value, format] as const)),
  lines: cells.map(([, , shown]) => shown).filter((shown) => shown !== ''),
}))

const tableCell = (content: string) => `<w:tc>${content}</w:tc>`
const slide = (content: string) =>
  `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`
const shape = (words: string) =>
  `<p:sp><p:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp>`
const createShow = (...slides: string[]): Uint8Array =>
  createZip({
    '_rels/.rels': createRelations(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides
      .map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': createRelations(
      ...slides.map((_, at) => [`s${at}`, 'slide', `slides/slide${at + 1}.xml`] as const),
    ),
    ...Object.fromEntries(slides.map((xml, at) => [`ppt/slides/slide${at + 1}.xml`, xml])),
  })

const office: readonly DocumentCase[] = [
  {
    name: 'more: Word with a word split over runs, and with languages between',
    bytes: () =>
      createWord(
        paragraph(
          `${textRun('Project')}${textRun('X', '<w:lang w:val="de-DE"/>')}${textRun('2024')}`,
        ),
      ),
    lines: ['ProjectX2024'],
  },
  {
    name: 'more: Word with a control in a cell',
    bytes: () =>
      createWord(
        `<w:tbl><w:tr><w:tc><w:sdt><w:sdtContent>${paragraph(textRun('In a cell'))}</w:sdtContent></w:sdt></w:tc>${tableCell(paragraph(textRun('Next')))}</w:tr></w:tbl>`,
      ),
    lines: ['In a cell | Next |'],
  },
  {
    name: 'more: Word with a control around a cell',
    bytes: () =>
      createWord(
        `<w:tbl><w:tr><w:sdt><w:sdtContent>${tableCell(paragraph(textRun('Around')))}</w:sdtContent></w:sdt>${tableCell(paragraph(textRun('Next')))}</w:tr></w:tbl>`,
      ),
    lines: ['Around | Next |'],
  },
  {
    name: 'more: Word with deleted codes of a field',
    bytes: () =>
      createWord(
        paragraph(
          `<w:del><w:r><w:delInstrText>PAGEREF gone</w:delInstrText></w:r></w:del>${textRun('kept')}`,
        ),
      ),
    lines: ['kept'],
    excludes: ['gone'],
  },
  {
    name: 'more: Word with several paragraphs in a cell',
    bytes: () =>
      createWord(
        `<w:tbl><w:tr>${tableCell(paragraph(textRun('One')) + paragraph(textRun('two')))}${tableCell(paragraph(textRun('three')))}</w:tr></w:tbl>`,
      ),
    lines: [],
    once: ['One', 'two', 'three'],
    excludes: ['Onetwo'],
  },
  {
    name: 'more: Word with a line break and a tab in a run',
    bytes: () =>
      createWord(paragraph('<w:r><w:t>a</w:t><w:cr/><w:t>b</w:t><w:ptab/><w:t>c</w:t></w:r>')),
    lines: ['a', 'b\tc'],
  },
  {
    name: 'more: Word with a simple field',
    bytes: () =>
      createWord(paragraph(`<w:fldSimple w:instr=" TITLE ">${textRun('The title')}</w:fldSimple>`)),
    lines: ['The title'],
    excludes: ['TITLE'],
  },
  {
    name: 'more: PowerPoint with a table and a group',
    bytes: () =>
      createShow(
        slide(
          `${shape('Title')}<p:grpSp>${shape('In a group')}</p:grpSp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Cell A</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Cell B</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
        ),
      ),
    lines: ['Title', 'In a group'],
    once: ['Cell A', 'Cell B'],
  },
  {
    name: 'more: PowerPoint with a word split over runs and a line break',
    bytes: () =>
      createShow(
        slide(
          '<p:sp><p:txBody><a:p><a:r><a:t>spl</a:t></a:r><a:r><a:t>it</a:t></a:r><a:br/><a:r><a:t>next</a:t></a:r></a:p></p:txBody></p:sp>',
        ),
      ),
    lines: ['split', 'next'],
  },
  {
    name: 'more: PowerPoint with ten slides in order',
    bytes: () =>
      createShow(...Array.from({ length: 10 }, (_, at) => slide(shape(`Slide number ${at + 1}.`)))),
    lines: ['Slide number 1.', 'Slide number 2.', 'Slide number 9.', 'Slide number 10.'],
  },
  {
    name: 'more: spreadsheet with an empty result of a formula',
    bytes: () =>
      createBook({
        sheets: [
          {
            xml: '<sheetData><row r="1"><c r="A1" t="str"><f>IF(B1="","",1)</f><v></v></c><c r="B1" t="inlineStr"><is><t>shown</t></is></c></row></sheetData>',
          },
        ],
      }),
    lines: [],
    once: ['shown'],
    excludes: ['IF('],
  },
  {
    name: 'more: spreadsheet with a guide to pronunciation in a shared text',
    bytes: () =>
      createBook({
        sheets: [{ xml: '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>' }],
        strings:
          '<si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>',
      }),
    lines: ['東京'],
    excludes: ['トウキョウ'],
  },
]

/** Cases from further bug reports, written independently of the other cases. */
export const moreDocumentSiblings: readonly DocumentCase[] = [...encodings, ...sheets, ...office]
