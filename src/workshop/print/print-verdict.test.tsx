// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FixableRow, PrintFix } from './print-check-row.ts'
import { PrintVerdict } from './print-verdict.tsx'

afterEach(cleanup)

const closed: FixableRow = { tone: 'good', title: 'Watertight' }
const open: FixableRow = { tone: 'bad', title: '4 boundary edges' }
const large: FixableRow = { tone: 'look', title: 'Size', value: '980 mm' }
const note: FixableRow = { tone: 'note', title: 'Single shell' }

describe('PrintVerdict', () => {
  it.each([
    [[closed, note], 'Ready to print', 'Every check is fine'],
    [[closed, large], 'Prints, with a change', '1 check worth a look'],
    [[open, large, note], 'Needs a change first', '1 problem, 1 check worth a look'],
  ])('states first whether %j can be printed', (rows, title, sentence) => {
    render(<PrintVerdict rows={rows} onFix={() => {}} />)
    expect(screen.getByText(title)).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
  })

  it('gives no verdict while checks are running, except for a problem', () => {
    const { rerender } = render(<PrintVerdict rows={[closed]} isPending onFix={() => {}} />)
    expect(screen.queryByText('Ready to print')).toBeNull()
    expect(screen.getByText('Checking')).toBeTruthy()
    rerender(<PrintVerdict rows={[closed, open]} isPending onFix={() => {}} />)
    expect(screen.getByText('Needs a change first')).toBeTruthy()
  })

  it('opens the step that fixes a failed check', () => {
    const onFix = vi.fn<(fix: PrintFix) => void>()
    const fix = { kind: 'height', heightMm: 80, label: '80 mm high' } as const
    render(<PrintVerdict rows={[{ ...large, fix }]} onFix={onFix} />)
    fireEvent.click(screen.getByRole('button', { name: '80 mm high' }))
    expect(onFix).toHaveBeenCalledWith(fix)
  })

  it('leads from its sentence to the row and the fix of a failed check', () => {
    const fix = { kind: 'step', step: 'repair', label: 'Repair' } as const
    render(<PrintVerdict rows={[closed, { ...open, fix }, note]} onFix={() => {}} />)
    const scrolled = vi.fn<() => void>()
    for (const row of screen.getAllByRole('listitem')) row.scrollIntoView = () => {}
    screen.getAllByRole('listitem')[1]!.scrollIntoView = scrolled
    fireEvent.click(screen.getByRole('button', { name: '4 boundary edges' }))
    expect(scrolled).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Repair' }))
    expect(screen.queryByRole('button', { name: 'Single shell' })).toBeNull()
  })

  it('contains the result of each check for screen readers', () => {
    render(<PrintVerdict rows={[closed, open, large]} onFix={() => {}} />)
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows).toEqual(['FineWatertight', 'Problem4 boundary edges', 'Worth a lookSize980 mm'])
  })
})
