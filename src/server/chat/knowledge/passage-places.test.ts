import { describe, expect, it } from 'vitest'
import { createPlaceFinder } from './passage-places.ts'

const text = `Intro.

# Guide {#guide}

## \`Install\`

\`\`\`sh
# not a heading
\`\`\`
Run it.

## Use

Done.
`

describe('createPlaceFinder', () => {
  it('returns the headings above a position, but no headings in code blocks', () => {
    const findPlace = createPlaceFinder({ text, name: 'guide.md' })
    const headingAt = (words: string) => findPlace(text.indexOf(words)).heading
    expect(headingAt('Intro')).toBeNull()
    expect(headingAt('Run it')).toBe('Guide › Install')
    expect(headingAt('Done')).toBe('Guide › Use')
  })

  it('does not treat comments in source code as headings', () => {
    const findPlace = createPlaceFinder({ text: '# comment\nx = 1\n', name: 'x.py' })
    expect(findPlace(10)).toEqual({ page: null, heading: null })
  })

  it('returns the sheet of a spreadsheet, and the file of a ZIP', () => {
    const sheet = '## Prices\n\nOak\t12'
    expect(createPlaceFinder({ text: sheet, name: 'a.xlsx' })(12).heading).toBe('Prices')
    const folder = '===== a.md =====\n# A\n```\nopen\n\n===== b.md =====\n# B\nEnd.'
    const findPlace = createPlaceFinder({ text: folder, name: 'all.zip' })
    expect(findPlace(folder.indexOf('End')).heading).toBe('b.md › B')
  })

  it('returns the page of a PDF file', () => {
    const findPlace = createPlaceFinder({ text, name: 'a.pdf', pageStarts: [0, 10, 10, 30] })
    expect([0, 9, 10, 29, 99].map((at) => findPlace(at).page)).toEqual([1, 1, 3, 3, 4])
  })
})
