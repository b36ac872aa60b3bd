import { readFileSync } from 'node:fs'
import type { DocumentCase } from './document-case.fixture.ts'
import { laterDocumentReports } from './later-reports.fixture.ts'
import { officeReports } from './office-reports.fixture.ts'
import { moreDocumentSiblings } from './more-siblings.fixture.ts'
import { otherCases } from './other-cases.fixture.ts'
import { sheetCases } from './sheet-cases.fixture.ts'
import { documentSiblings } from './sibling-cases.fixture.ts'
import { wordCases } from './word-cases.fixture.ts'

const fileIn = (name: string) => () => new Uint8Array(readFileSync(new URL(name, import.meta.url)))

const reported: readonly DocumentCase[] = [
  {
    name: 'reported: spreadsheet',
    bytes: fileIn('doc-a.xlsx'),
    lines: [
      '## Data',
      'Label\tValue',
      'Percent 47.5%\t47.50%',
      'Zip 02134\t02134',
      'Formula without value\t=SUM(1,2) (not calculated)',
      'Formula with value\t3',
      'Date\t2024-01-01',
      'Duration 30:15:00\t30:15:00',
      'CJK date\t2024年1月1日',
      'Phonetic\t東京',
      'Error\t#DIV/0!',
      'Time 1:30 PM\t1:30 PM',
      'Big id\t123456789012345678',
      'Date 1900-01-01\t1900-01-01',
      'ISO date cell\t2024-01-01',
      'Formula string\tabc',
      'Euro\t€1,234.50',
    ],
    warning: /not calculated/,
  },
  {
    name: 'reported: spreadsheet with namespace prefixes',
    bytes: fileIn('doc-prefixed.xlsx'),
    lines: [
      'Percent 47.5%\t47.50%',
      'Zip 02134\t02134',
      'Formula without value\t=SUM(1,2) (not calculated)',
    ],
    warning: /not calculated/,
  },
  {
    name: 'reported: Word file',
    bytes: fileIn('doc-b.docx'),
    lines: [
      'Before',
      'In a text box',
      'a\tb',
      'c‑d',
      '🗹 checked',
      'In a content control',
      'inserted movedto',
      '[link words](https://a.example)',
      '[hidden text: hidden words]',
    ],
    excludes: ['deleted', 'movedaway'],
    once: ['In a text box'],
    warning: /hidden text/,
  },
  {
    name: 'reported: Big5',
    bytes: fileIn('doc-big5.txt'),
    lines: ['繁體中文的文字檔案，內容是測試。'],
    encoding: 'big5',
  },
  {
    name: 'reported: Windows-1252',
    bytes: fileIn('doc-cp1252.csv'),
    lines: ['Prénom;Prix', 'Zoë – “ok”;5 €'],
    encoding: 'windows-1252',
  },
  {
    name: 'reported: GBK',
    bytes: fileIn('doc-gbk.csv'),
    lines: ['姓名,城市', '张三,北京', '李四,上海'],
    encoding: 'gb18030',
  },
  {
    name: 'reported: Shift-JIS',
    bytes: fileIn('doc-sjis.csv'),
    lines: ['名前,住所', '山田太郎,東京都千代田区'],
    encoding: 'shift_jis',
  },
  {
    name: 'reported: UTF-16 without a mark',
    bytes: fileIn('doc-utf16le-nobom.csv'),
    lines: ['naam\tstad', 'Jan\tGouda'],
    encoding: 'utf-16le',
  },
]

export const documentCases: readonly DocumentCase[] = [
  ...reported,
  ...sheetCases,
  ...wordCases,
  ...otherCases,
  ...documentSiblings,
  ...moreDocumentSiblings,
  ...laterDocumentReports,
  ...officeReports,
]
