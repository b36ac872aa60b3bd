// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type PrintCheckRow, PrintVerdict } from './print-verdict.tsx'

afterEach(cleanup)

const closed: PrintCheckRow = { tone: 'good', title: 'Watertight' }
const open: PrintCheckRow = { tone: 'bad', title: '4 boundary edges' }
const large: PrintCheckRow = { tone: 'look', title: 'Size', value: '980 mm' }
const note: PrintCheckRow = { tone: 'note', title: 'Single shell' }

describe('PrintVerdict', () => {
  it.each([
    [[closed, note], 'Ready to print', 'Every check is fine'],
    [[closed, large], 'Prints, with a change', '1 check worth a look'],
    [[open, large, note], 'Needs a repair first', '1 problem in the surface'],
  ])('says first whether %j can be printed', (rows, title, sentence) => {
    render(<PrintVerdict rows={rows} />)
    expect(screen.getByText(title)).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
  })

  it('names the result of each check for screen readers', () => {
    render(<PrintVerdict rows={[closed, open, large]} />)
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toEqual(['FineWatertight', 'Problem4 boundary edges', 'Worth a lookSize980 mm'])
  })
})
