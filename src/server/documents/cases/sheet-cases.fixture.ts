import type { DocumentCase } from './document-case.fixture.ts'
import { createBook, createFormatted, createOpenDocument, damage } from './office-files.fixture.ts'

const numbers = (
  name: string,
  cells: readonly (readonly [value: string, format: string | number, shown: string])[],
  workbook?: string,
): DocumentCase => ({
  name: `sheet: ${name}`,
  bytes: () =>
    createFormatted(
      cells.map(([value, format]) => [value, format] as const),
      workbook,
    ),
  lines: cells.map(([, , shown]) => shown),
})

const cell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const oneSheet = (content: string, name = 'Data') =>
  `<office:body><office:spreadsheet><table:table table:name="${name}">${content}</table:table></office:spreadsheet></office:body>`

export const sheetCases: readonly DocumentCase[] = [
  numbers('percent', [
    ['0.475', 9, '48%'],
    ['0.475', 10, '47.50%'],
    ['1', '0.0%', '100.0%'],
  ]),
  numbers('leading zeros and ids', [
    ['2134', '00000', '02134'],
    ['442071234567', '"+"00 00 0000 0000', '+44 20 7123 4567'],
    ['123456789012345678', 0, '123456789012345678'],
    ['0.30000000000000004', 0, '0.3'],
  ]),
  numbers('durations', [
    ['1.260416666666667', 46, '30:15:00'],
    ['1.5', '[h]:mm', '36:00'],
    ['0.5', '[mm]:ss', '720:00'],
    ['0.0625', 20, '1:30'],
  ]),
  numbers('dates', [
    ['45292', 14, '2024-01-01'],
    ['1', 14, '1900-01-01'],
    ['59', 14, '1900-02-28'],
    ['61', 14, '1900-03-01'],
    ['45292', 'yyyy"年"m"月"d"日"', '2024年1月1日'],
    ['45292.75', 22, '2024-01-01 18:00'],
    ['45292', 'd mmmm yyyy', '1 January 2024'],
    ['0.5625', 18, '1:30 PM'],
    ['45292', 'dd.mm.yyyy', '01.01.2024'],
    ['45292', '[$-407]mmmm yyyy', 'Januar 2024'],
    ['45292', 31, '2024-01-01'],
  ]),
  numbers(
    'dates since 1904',
    [
      ['43830', 14, '2024-01-01'],
      ['43830', 'yyyy-mm-dd', '2024-01-01'],
      ['0', 14, '1904-01-01'],
    ],
    '<workbookPr date1904="1"/>',
  ),
  numbers('currency, fractions and exponents', [
    ['1234.5', '[$€-407]#,##0.00', '€1,234.50'],
    ['1234.5', '#,##0.00\\ "kr"', '1,234.50 kr'],
    ['-5', '$#,##0.00_);[Red]($#,##0.00)', '($5.00)'],
    ['1.75', 12, '1 3/4'],
    ['12345.678', 11, '1.23E+04'],
    ['1500000', '0.0,,"M"', '1.5M'],
    ['0', '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)', '-'],
  ]),
  numbers('formats that hide or distort', [
    ['42', ';;;', '42'],
    ['-5', 'yyyy-mm-dd', '-5'],
    ['1', '"yes";;"no"', 'yes'],
    ['3', '0 "days"', '3 days'],
    ['7', 'bogus [', '7'],
  ]),
  {
    name: 'sheet: texts, booleans, errors and formulas',
    bytes: () =>
      createBook({
        formats: ['@', '"Item "@'],
        strings:
          '<si><t>plain</t></si><si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r><rPh><t>guide</t></rPh></si><si><t>two_x000D_\nlines</t></si>',
        sheets: [
          {
            xml: `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2" t="b"><v>0</v></c><c r="C2" t="e"><v>#DIV/0!</v></c></row>
<row r="3"><c r="A3" t="inlineStr"><is><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c><c r="B3" t="str" s="2"><v>A7</v></c><c r="C3" s="1" t="s"><v>0</v></c></row>
<row r="4"><c r="A4"><f>SUM(1,2)</f></c><c r="B4"><f t="shared" si="0"/></c><c r="C4"><f>1+1</f><v>2</v></c><c r="D4" t="str"><f>A1&amp;"!"</f><v>plain!</v></c></row></sheetData>`,
          },
        ],
      }),
    lines: [
      'plain\trich \ttwo lines',
      'TRUE\tFALSE\t#DIV/0!',
      '東京\tItem A7\tplain',
      '=SUM(1,2) (not calculated)\t(formula, not calculated)\t2\tplain!',
    ],
    excludes: ['guide', 'トウキョウ', '_x000D_'],
    warning: /not calculated/,
  },
  {
    name: 'sheet: several sheets, a hidden one, merged cells, hidden rows and columns',
    bytes: () =>
      createBook({
        sheets: [
          {
            name: 'Q1 &amp; Q2',
            xml: '<dimension ref="A1:A1"/><cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="D1"><v>4</v></c></row><row r="2" hidden="1"><c r="A2"><v>5</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
          },
          {
            name: 'Salaries',
            state: 'veryHidden',
            xml: '<sheetData><row><c><v>9</v></c></row></sheetData>',
          },
        ],
      }),
    lines: [
      '## Q1 & Q2',
      '1\t\t\t4',
      '5',
      '(Merged cells: A1:B1)',
      '(Hidden: columns B to C, row 2)',
      '## Salaries (hidden sheet)',
      '9',
    ],
  },
  {
    name: 'sheet: sparse cells far to the right and below',
    bytes: () =>
      createBook({
        sheets: [
          {
            xml: '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="900000"><c r="C900000"><v>3</v></c></row></sheetData>',
          },
        ],
      }),
    lines: ['1\t… XFD1: 2', '\t\t3'],
    lengthMax: 200,
  },
  {
    name: 'sheet: namespace prefixes, absolute and escaped targets, capitals in names',
    bytes: () =>
      createBook({
        sheets: [],
        more: {
          'xl/workbook.xml':
            '<x:workbook><x:sheets><x:sheet name="Data" r:id="a"/></x:sheets></x:workbook>',
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/x/worksheet" Target="/XL/Work%20Sheets/one.xml"/></Relationships>',
          'xl/work sheets/one.xml':
            '<x:worksheet><x:sheetData><x:row x:r="1"><x:c r="B1" t="inlineStr"><x:is><x:t>found</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>',
        },
      }),
    lines: ['## Data', '\tfound'],
  },
  {
    name: 'sheet: comments and text boxes',
    bytes: () =>
      createBook({
        sheets: [{ xml: '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>' }],
        more: {
          'xl/worksheets/_rels/sheet0.xml.rels':
            '<Relationships><Relationship Id="a" Type="x/comments" Target="../comments1.xml"/><Relationship Id="b" Type="x/drawing" Target="../drawings/drawing1.xml"/></Relationships>',
          'xl/comments1.xml':
            '<comments><commentList><comment ref="B2"><text><r><t>Ask </t></r><r><t>Ann</t></r></text></comment></commentList></comments>',
          'xl/drawings/drawing1.xml':
            '<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Read this first</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:wsDr>',
        },
      }),
    lines: ['Comment at B2: Ask Ann', 'Read this first'],
  },
  {
    name: 'sheet: one damaged and one missing sheet beside a good one',
    bytes: () =>
      damage(
        createBook({
          sheets: [
            { name: 'Bad', xml: `<sheetData>${'0123456789abcdef'.repeat(4)}</sheetData>` },
            { name: 'Good', xml: '<sheetData><row><c><v>7</v></c></row></sheetData>' },
          ],
          more: {
            'xl/workbook.xml':
              '<workbook><sheets><sheet name="Bad" r:id="s0"/><sheet name="Gone" r:id="none"/><sheet name="Good" r:id="s1"/></sheets></workbook>',
          },
        }),
        'xl/worksheets/sheet0.xml',
      ),
    lines: ['## Good', '7'],
    warning: /“Bad” is damaged.*“Gone” is missing/s,
  },
  {
    name: 'sheet: ODS with repeated, covered and commented cells',
    bytes: () =>
      createOpenDocument(
        'spreadsheet',
        `<office:automatic-styles><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>${oneSheet(
          row(
            cell('a'),
            '<table:table-cell table:number-columns-repeated="2"/>',
            '<table:table-cell office:value-type="percentage" office:value="0.475"><text:p>47.5 %</text:p></table:table-cell>',
            '<table:table-cell table:number-columns-repeated="16380"/>',
          ) +
            row(
              '<table:table-cell table:number-columns-spanned="2"><text:p>wide</text:p></table:table-cell>',
              '<table:covered-table-cell/>',
              cell('after'),
            ) +
            row(
              '<table:table-cell><office:annotation><dc:creator>Ann</dc:creator><text:p>check</text:p></office:annotation><text:p>one</text:p><text:p>two</text:p></table:table-cell>',
              '<table:table-cell table:formula="of:=SUM([.A1:.A2])"/>',
              '<table:table-cell office:value-type="float" office:value="12.5"/>',
            ) +
            '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>',
        ).replace(
          '</table:table>',
          '</table:table><table:table table:name="Costs" table:style-name="ta2"><table:table-row><table:table-cell><text:p>9</text:p></table:table-cell></table:table-row></table:table>',
        )}`,
      ),
    lines: [
      '## Data',
      'a\t\t\t47.5 %',
      'wide\t\tafter',
      'one two\t=SUM([.A1:.A2]) (not calculated)\t12.5',
      '(Comment: Ann check)',
      '## Costs (hidden sheet)',
      '9',
    ],
    warning: /not calculated/,
    lengthMax: 400,
  },
]
