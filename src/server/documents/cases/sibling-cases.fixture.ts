import type { DocumentCase } from './document-case.fixture.ts'
import { createWord, createZip, paragraph, textRun } from './office-files.fixture.ts'

const latin1 = (text: string) => () => new Uint8Array(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => () => new Uint8Array(Buffer.from(text))

/** Variants of the files in bug reports. */
export const documentSiblings: readonly DocumentCase[] = [
  {
    name: 'sibling: text with CR only',
    bytes: utf8('First\rSecond\rThird'),
    lines: ['First', 'Second', 'Third'],
  },
  {
    name: 'sibling: a mark inside of a text',
    bytes: utf8('\uFEFFFirst\n\uFEFFSecond'),
    lines: ['First', 'Second'],
  },
  { name: 'sibling: NUL at the end', bytes: utf8('First\nSecond\0\0'), lines: ['First', 'Second'] },
  {
    name: 'sibling: JSON lines',
    bytes: utf8('{"a":1}\n{"a":"ü"}\n'),
    lines: ['{"a":1}', '{"a":"ü"}'],
  },
  {
    name: 'sibling: mail in base64 with an umlaut in its subject',
    bytes: latin1(
      'From: a@a.example\r\nTo: b@b.example\r\nSubject: =?ISO-8859-1?Q?Gr=FC=DFe_aus?=\r\n =?ISO-8859-1?Q?_K=F6ln?=\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: base64\r\n\r\nR3LDvMOfZQphdXMgS8O2bG4=\r\n',
    ),
    lines: ['Subject: Grüße aus Köln', 'Grüße', 'aus Köln'],
  },
  {
    name: 'sibling: mail with alternatives',
    bytes: latin1(
      'From: a@a.example\nSubject: Hi\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="a b"\n\nPreamble\n--a b\nContent-Type: text/plain\n\nPlain words\n--a b\nContent-Type: text/html\n\n<p>Plain words</p>\n--a b--\n',
    ),
    lines: ['Subject: Hi', 'Plain words'],
    once: ['Plain words'],
    excludes: ['Preamble'],
  },
  {
    name: 'sibling: rtf with Unicode and nested groups',
    bytes: latin1(
      String.raw`{\rtf1\ansi\uc2 \u26085\'93\'fa\u26412\'96\'7b {\i {\b nested}} words\par{\*\unknown {gone}}Last\par}`,
    ),
    lines: ['日本 nested words', 'Last'],
    excludes: ['gone'],
  },
  {
    name: 'sibling: word with a nested table and a smart tag',
    bytes: () =>
      createWord(
        `<w:p><w:smartTag><w:r><w:t>Smart</w:t></w:r></w:smartTag><w:customXml><w:r><w:t xml:space="preserve"> tag</w:t></w:r></w:customXml></w:p>` +
          `<w:sdt><w:sdtContent>${paragraph(textRun('In a control'))}</w:sdtContent></w:sdt>`,
      ),
    lines: ['Smart tag', 'In a control'],
  },
  {
    name: 'sibling: word with text split over runs',
    bytes: () =>
      createWord(
        paragraph(
          `${textRun('spl')}<w:proofErr w:type="spellStart"/>${textRun('it')}<w:bookmarkStart/>${textRun(' word')}`,
        ),
      ),
    lines: ['split word'],
  },
  {
    name: 'sibling: ZIP with texts in several encodings',
    bytes: () =>
      createZip({
        'a.txt': new Uint8Array(Buffer.from('Gr\xfc\xdfe', 'latin1')),
        'b/c.md': '# Überschrift',
        '__MACOSX/._a.txt': 'gone',
      }),
    lines: ['Grüße', '# Überschrift'],
    excludes: ['gone'],
  },
]
