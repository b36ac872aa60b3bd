import { createPdf } from '../small-pdf.fixture.ts'
import type { DocumentCase } from './document-case.fixture.ts'

const latin1 = (text: string) => () => new Uint8Array(Buffer.from(text, 'latin1'))

export const otherCases: readonly DocumentCase[] = [
  {
    name: 'pdf: pages without text',
    bytes: latin1(createPdf('First', '', ' ', 'Fourth', '')),
    lines: ['First', 'Fourth'],
    warning: /^Pages 2–3, 5 have no text\. If they are scanned, add them as pictures\.$/,
  },
  {
    name: 'pdf: one page without text',
    bytes: latin1(createPdf('First', '')),
    lines: ['First'],
    warning: /^Page 2 has no text\./,
  },
  {
    name: 'rtf: code pages, Unicode, tables and hidden groups',
    bytes: latin1(
      String.raw`{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0 Arial;}{\f1\fcharset128 Gothic;}}{\info{\title Secret title}}{\*\generator Other;}\uc1 \'cf\'f0\'e8\'e2\'e5\'f2 \u8364?5 {\b bold}\line caf\u233\'3f\par {\f1 \'8e\'81\'96\'bc}\par a\cell b\cell\row {\v hidden}non\_break\emdash end {\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}\par}`,
    ),
    lines: ['Привет €5 bold', 'café', '氏名', 'a | b |', 'non‑break—end link'],
    excludes: ['Secret', 'Other', 'hidden', 'HYPERLINK', 'Arial'],
  },
  {
    name: 'mail: encoded headers, quoted-printable text and a file',
    bytes: latin1(
      [
        'Received: from a',
        'From: =?utf-8?Q?J=C3=BCrgen?= <j@a.example>',
        'To: b@b.example',
        'Subject: =?koi8-r?B?8NLJ18XU?=',
        'Date: Fri, 27 Nov 2026 10:00:00 +0000',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Gr=FC=DFe aus =',
        'K=F6ln',
        '--x',
        'Content-Type: application/pdf; name=bill.pdf',
        'Content-Disposition: attachment; filename=bill.pdf',
        'Content-Transfer-Encoding: base64',
        '',
        'JVBERi0=',
        '--x--',
      ].join('\r\n'),
    ),
    lines: ['Subject: Привет', 'From: Jürgen <j@a.example>', 'To: b@b.example', 'Grüße aus Köln'],
    warning: /left out: bill\.pdf/,
  },
  {
    name: 'mail: HTML only',
    bytes: latin1(
      'From: a@a.example\nSubject: Hi\nMessage-ID: <1>\nContent-Type: text/html; charset=windows-1252\n\n<p>It\x92s <b>ready</b></p>',
    ),
    lines: ['Subject: Hi', 'It’s ready'],
  },
  {
    name: 'text: a list that looks like headers stays plain text',
    bytes: latin1('From: Berlin\nTo: Paris\nPrice: 5\n'),
    lines: ['From: Berlin', 'To: Paris', 'Price: 5'],
    encoding: 'utf-8',
  },
  {
    name: 'text: semicolons, tabs and decimal commas',
    bytes: latin1('Name;Preis\tRabatt\nKr\xfcge;1.234,50\t007\n'),
    lines: ['Name;Preis\tRabatt', 'Krüge;1.234,50\t007'],
    encoding: 'windows-1252',
  },
  {
    name: 'text: HTML in the encoding that it names',
    bytes: latin1('<html><meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p></html>'),
    lines: ['<html><meta charset="windows-1251"><p>Привет</p></html>'],
    encoding: 'windows-1251',
  },
]
