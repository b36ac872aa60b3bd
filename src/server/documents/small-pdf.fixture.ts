export function createPdf(...texts: string[]): string {
  const pages = texts.map((text, at) => {
    const drawing = `BT /F1 24 Tf 50 200 Td (${text}) Tj ET`
    return `${at * 2 + 4} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents ${at * 2 + 5} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj
${at * 2 + 5} 0 obj<</Length ${drawing.length}>>
stream
${drawing}
endstream
endobj`
  })
  const kids = texts.map((_, at) => `${at * 2 + 4} 0 R`).join(' ')
  return `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${texts.length}>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${pages.join('\n')}
trailer<</Root 1 0 R>>`
}
