import {
  createBook,
  createWord,
  damage,
  paragraph,
  textRun,
} from '#server/documents/cases/office-files.fixture.ts'
import { encodeText } from '#lib/encodings/encode-text.fixture.ts'
import { expect, test } from '../support/fixtures.ts'

const createFile = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
})

test('Word and Excel files and texts in old encodings reach the model, and a damaged file is named', async ({
  page,
  upstream,
}) => {
  const word = createWord(paragraph(textRun('The kiln is at 1,240 degrees.')))
  const book = createBook({
    sheets: [
      {
        name: 'Glazes',
        xml: '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Celadon</t></is></c></row></sheetData>',
      },
    ],
  })
  const encoded = encodeText('名称,产地\n青瓷花瓶,景德镇\n紫砂茶壶,江苏宜兴\n', 'gb18030')!
  await page.goto('/chat')
  const files = page.locator('input[type="file"][multiple]')
  await files.setInputFiles([
    createFile('report.docx', word),
    createFile('glazes.xlsx', book),
    createFile('names.csv', encoded),
    createFile('broken.docx', damage(word, 'word/document.xml')),
  ])
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('What is in these?')
  await message.press('Enter')
  await expect(
    page.getByRole('alert').filter({ hasText: '“broken.docx” could not be added' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send without it' }).click()
  await expect
    .poll(() => JSON.stringify(upstream.requests.at(-1)?.messages))
    .toContain('What is in these?')
  const sent = JSON.stringify(upstream.requests.at(-1)?.messages)
  expect(sent).toContain('The kiln is at 1,240 degrees.')
  expect(sent).toContain('Celadon')
  expect(sent).toContain('紫砂茶壶')
})
